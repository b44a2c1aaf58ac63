// Package phone is a phone that serves as the camera. The phone's page captures its camera and sends JPEG pictures over a
// WebSocket to Camera, from which the eye takes them one by one:
//
//	camera := phone.NewCamera(key, slog.Default())
//	http.Handle("/camera", camera)
//	frame, err := camera.Next(ctx)
//	camera.Show(phone.Seen{Size: frame.Size, Towers: 12})
//
// Every message of the phone is one picture. It may send two before the first is taken; with a slow eye it so sends fewer,
// and a picture is never old. What the phone hears is a Message in JSON: how many pictures were taken, and what was seen.
package phone
