package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/plan"
	"github.com/castellan-companion/castellan/companion/words"
)

// Measures of the page, in millimetres.
const (
	pageWidth  = 210
	margin     = 18
	textWidth  = pageWidth - 2*margin
	lineHeight = 6
	planHeight = 105
)

// page is the report while it is being written.
type page struct {
	*fpdf.Fpdf
	code  func(string) string // to the code page of the fonts
	ctx   context.Context     //nolint:containedctx // its language; the page lives no longer than Write
	state companion.State
}

// say is a phrase of the report, in the language of the reader.
func (p *page) say(name string, values words.Values) string {
	return words.Say(p.ctx, "report."+name, values)
}

// Write writes a report to print: who won, the castle with its courtyards numbered, the final count one courtyard after the
// other, the points turn by turn, and where people had the last word. It is in the language of the context (words.In).
func Write(ctx context.Context, w io.Writer, events []companion.Event) error {
	turns, state := Turns(events)
	p := page{Fpdf: fpdf.New("P", "mm", "A4", ""), ctx: ctx, state: state}
	p.code = p.UnicodeTranslatorFromDescriptor("")
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	p.SetTitle("Castellan", true)
	if len(events) > 0 {
		p.SetCreationDate(events[len(events)-1].At)
		p.SetModificationDate(events[len(events)-1].At)
	}
	p.AddPage()
	p.head()
	p.count()
	p.turns(turns)
	p.lastWords(events)
	return p.Output(w)
}

func (p *page) name(color string) string {
	return cmp.Or(p.state.Names[color], words.Color(p.ctx, color))
}

func (p *page) title(text string) {
	p.Ln(lineHeight / 2)
	p.SetFont("Helvetica", "B", 12)
	p.SetTextColor(0, 0, 0)
	p.CellFormat(textWidth, lineHeight+1, p.code(text), "", 1, "L", false, 0, "")
	p.SetFont("Helvetica", "", 10)
}

func (p *page) line(text string) {
	p.MultiCell(textWidth, lineHeight-1, p.code(text), "", "L", false)
}

// head says who played, and how it ended.
func (p *page) head() {
	p.SetFont("Helvetica", "B", 18)
	var scores []string
	for _, color := range p.state.Players {
		scores = append(scores, fmt.Sprintf("%s %d", p.name(color), p.state.Scores[color]))
	}
	p.CellFormat(textWidth, 2*lineHeight, p.code(cmp.Or(strings.Join(scores, " - "), "Castellan")), "", 1, "L", false, 0, "")
	p.SetFont("Helvetica", "", 10)
	winners := make([]string, len(p.state.Winner))
	for k, color := range p.state.Winner {
		winners[k] = p.name(color)
	}
	verdict := "leads"
	if p.state.Ended {
		verdict = "won"
	}
	switch len(winners) {
	case 0:
	case 1:
		p.line(p.say(verdict, words.Values{"player": winners[0]}))
	default:
		verdict = map[bool]string{true: "shared", false: "level"}[p.state.Ended]
		p.line(p.say(verdict, words.Values{"players": strings.Join(winners, p.say("and", nil))}))
	}
	p.line(p.say("begun", words.Values{
		"when": p.state.StartedAt.Local().Format(p.say("when", nil)), words.Count: p.state.Turn.Number - 1,
	}))
}

// count draws the castle and walks the courtyards, as people do when they lay the keeps aside one by one.
func (p *page) count() {
	labels := make([]string, len(p.state.Courtyards))
	var steps [][]string
	totals := map[string]int{}
	for _, color := range p.state.Players {
		for k, c := range p.state.Courtyards {
			if c.Owner == nil || *c.Owner != color {
				continue
			}
			totals[color] += c.Value
			labels[k] = strconv.Itoa(len(steps) + 1)
			worth := p.say("towers", words.Values{words.Count: len(c.Towers)})
			if c.Double {
				worth = p.say("doubled", words.Values{"towers": worth})
			}
			steps = append(steps, []string{labels[k], p.name(color), worth, strconv.Itoa(c.Value), strconv.Itoa(totals[color])})
		}
	}
	p.draw(plan.DrawLabelled(p.state, labels))
	p.title(p.say("count", nil))
	p.table([]float64{16, 50, 56, 26, 26}, 2, []string{
		p.say("count.number", nil), p.say("player", nil), p.say("count.courtyard", nil), p.say("count.points", nil), p.say("count.together", nil),
	}, steps)
	for _, a := range p.state.Adjustments {
		p.line(p.say("adjusted", words.Values{"player": p.name(a.Player), "points": fmt.Sprintf("%+d", a.Points), "reason": a.Reason}))
	}
}

// draw puts a plan onto the page.
func (p *page) draw(d plan.Drawing) {
	scale := min(textWidth/d.Width, planHeight/d.Height)
	left, top := margin+(textWidth-scale*d.Width)/2, p.GetY()+2
	at := func(q plan.Point) (x, y float64) { return left + scale*(q.X-d.Origin.X), top + scale*(q.Y-d.Origin.Y) }
	for _, s := range d.Shapes {
		p.SetAlpha(float64(s.Fill.A)/0xff, "Normal")
		p.SetFillColor(int(s.Fill.R), int(s.Fill.G), int(s.Fill.B))
		if s.Text != "" {
			p.SetTextColor(int(s.Fill.R), int(s.Fill.G), int(s.Fill.B))
			const pointsToMM = 25.4 / 72
			p.SetFont("Helvetica", "B", s.Size*scale/pointsToMM/0.72)
			x, y := at(s.Outline[0])
			p.Text(x-p.GetStringWidth(s.Text)/2, y+s.Size*scale/2, s.Text)
			continue
		}
		ring := make([]fpdf.PointType, len(s.Outline))
		for k, q := range s.Outline {
			ring[k].X, ring[k].Y = at(q)
		}
		p.Polygon(ring, "F")
	}
	p.SetAlpha(1, "Normal")
	p.SetY(top + scale*d.Height)
}

// table writes lines under a head. The first texts columns after the first are flush left, all others, which are of numbers, flush right.
func (p *page) table(widths []float64, texts int, head []string, lines [][]string) {
	row := func(cells []string, border string) {
		for k, cell := range cells {
			align := "R"
			if 1 <= k && k <= texts {
				align = "L"
			}
			p.CellFormat(widths[k], lineHeight, p.code(cell), border, 0, align, false, 0, "")
		}
		p.Ln(lineHeight)
	}
	p.SetDrawColor(200, 200, 200)
	p.SetFont("Helvetica", "B", 10)
	row(head, "B")
	p.SetFont("Helvetica", "", 10)
	for _, line := range lines {
		row(line, "B")
	}
}

// turns lists the points turn by turn.
func (p *page) turns(turns []Turn) {
	if len(turns) < 2 {
		return
	}
	p.title(p.say("turns", nil))
	widths, head := []float64{16, 50}, []string{p.say("turn", nil), p.say("player", nil)}
	for _, color := range p.state.Players {
		widths, head = append(widths, 27), append(head, p.name(color))
	}
	var lines [][]string
	for _, t := range turns {
		line := []string{strconv.Itoa(t.Number), ""}
		if t.Player != "" {
			line[1] = p.name(t.Player)
		}
		for _, color := range p.state.Players {
			line = append(line, strconv.Itoa(t.Scores[color]))
		}
		lines = append(lines, line)
	}
	p.table(widths, 1, head, lines)
}

// lastWords lists where people decided against the camera or the referee.
func (p *page) lastWords(events []companion.Event) {
	var lines []string
	add := func(turn int, name, what string) {
		lines = append(lines, p.say("words."+name, words.Values{"turn": turn, "what": what}))
	}
	for _, e := range events {
		switch fact := e.Fact.(type) {
		case companion.RulingOverruled:
			add(e.Turn, "stand", fact.Violation.Text)
		case companion.TurnEnded:
			for _, reason := range fact.Overruled {
				add(e.Turn, "ended", reason.Text)
			}
		case companion.Corrected:
			if fact.Reason != "" {
				add(e.Turn, "corrected", fact.Reason)
			}
		}
	}
	if len(lines) == 0 {
		return
	}
	p.title(p.say("words", nil))
	for _, line := range lines {
		p.line(line)
	}
}
