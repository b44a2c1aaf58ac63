package playmat

import "io"

// WriteMat writes a play mat of one page for a copy shop, lying crosswise: A1 (841 x 594 mm), or for Letter the poster of 36 x 24
// inches. Its tags lie in the corners, and all between them is left plain, so that nothing is taken for a piece.
func WriteMat(w io.Writer, paper Paper) error {
	width, height := 841.0, 594.0
	if paper == Letter {
		width, height = 914.4, 609.6
	}
	p := newPage(width, height, "Play mat of the Castellan companion")
	const edge = 25.0 // plotters leave a margin, and a tag needs white around it
	for i, corner := range [...][2]float64{
		{edge, height - edge - tagMM}, {width - edge - tagMM, height - edge - tagMM}, {width - edge - tagMM, edge}, {edge, edge},
	} {
		if err := p.tag(corner[0], corner[1], tagIDs[i]); err != nil {
			return err
		}
	}
	p.SetFont("Helvetica", "", mediumPt)
	p.ruler(width/2-50, height-edge)
	p.SetTextColor(110, 110, 110)
	p.says(width/2-50, height-edge-3, mediumPt, "Castellan companion: print at 100 %, matt; this ruler is 100 mm long")
	return p.write(w)
}
