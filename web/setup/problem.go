package setup

import (
	"errors"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/companion"
)

// learning are the codes of why pieces cannot be learned.
var learning = []struct {
	is   error
	code string
}{
	{pieces.ErrTooSteep, "set_from_above"},
	{pieces.ErrFewPieces, "set_few_pieces"},
	{pieces.ErrManyPieces, "set_many_pieces"},
	{pieces.ErrUnclear, "set_unclear"},
	{pieces.ErrNoCourtyard, "set_no_courtyard"},
	{pieces.ErrSizes, "set_sizes"},
	{calibration.ErrNoTags, "no_view"},
	{calibration.ErrTagsDisagree, "no_view"},
}

// coded gives an error of learning pieces its code.
func coded(err error) error {
	for _, known := range learning {
		if errors.Is(err, known.is) {
			return companion.WithCode(err, known.code)
		}
	}
	return err
}
