// Package words says what the companion itself writes to people (the doctor's findings, the printed report) in their language: English,
// German or French. The catalogues are in go-i18n's format, as the dashboard's are.
//
//	ctx = words.In(ctx, request.Header.Get("Accept-Language"))
//	text := words.Say(ctx, "report.title.count", nil)
package words
