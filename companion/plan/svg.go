package plan

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
)

// SVG writes the drawing as an SVG file.
func (d Drawing) SVG(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%g %g %g %g">`+"\n", d.Origin.X, d.Origin.Y, d.Width, d.Height)
	fmt.Fprintf(out, `<rect x="%g" y="%g" width="%g" height="%g" %s/>`+"\n", d.Origin.X, d.Origin.Y, d.Width, d.Height, fill(board))
	for _, s := range d.Shapes {
		if s.Text != "" {
			at := s.Outline[0]
			fmt.Fprintf(out, `<text x="%.4g" y="%.4g" font-size="%.4g" font-family="sans-serif" font-weight="bold" text-anchor="middle" %s>`,
				at.X, at.Y+s.Size/2, s.Size/capHeight, fill(s.Fill))
			if err := xml.EscapeText(out, []byte(s.Text)); err != nil {
				return err
			}
			fmt.Fprintln(out, `</text>`)
			continue
		}
		fmt.Fprint(out, `<polygon points="`)
		for _, p := range s.Outline {
			fmt.Fprintf(out, "%.4g,%.4g ", p.X, p.Y)
		}
		fmt.Fprintf(out, `" %s/>`+"\n", fill(s.Fill))
	}
	fmt.Fprintln(out, `</svg>`)
	return out.Flush()
}

func fill(c color.NRGBA) string {
	if c.A == 0xff {
		return fmt.Sprintf(`fill="#%02x%02x%02x"`, c.R, c.G, c.B)
	}
	return fmt.Sprintf(`fill="#%02x%02x%02x" fill-opacity="%.3g"`, c.R, c.G, c.B, float64(c.A)/0xff)
}
