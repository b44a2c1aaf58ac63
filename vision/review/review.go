package review

import (
	"runtime"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Reviewer corrects what Cells said. The zero value is ready; use one per goroutine.
type Reviewer struct {
	context Context
}

// Correct looks once more, in so many ways, at the window that m tells of, in more ways at parts of it, and corrects m. near is which of its
// outputs lie under a hand or beside it; nil for none.
func (v *Reviewer) Correct(
	r *model.Runner, m *model.CellMap, p *volume.Picture, lens *volume.Lens, g *model.Grid, set *calibration.Set,
	views int, parts []model.Window, partViews int, near []bool,
) {
	v.context.Workers = runtime.GOMAXPROCS(0)
	v.context.Believe(m, g, set, lens.Eye())
	r.Review(m, p, lens, g, set, views, parts, partViews, near, v.context.Further)
}
