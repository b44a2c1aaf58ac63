package setup

import (
	"errors"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
)

// problem is an error for people that pages have words for (companion.Coded).
type problem struct {
	error
	code string
}

func (p problem) Code() string { return p.code }

func (p problem) Unwrap() error { return p.error }

func newProblem(code, text string) error { return problem{errors.New(text), code} }

// learning are the codes of why pieces cannot be learned.
var learning = []problem{
	{pieces.ErrTooSteep, "set_from_above"},
	{pieces.ErrFewPieces, "set_few_pieces"},
	{pieces.ErrManyPieces, "set_many_pieces"},
	{pieces.ErrUnclear, "set_unclear"},
	{pieces.ErrSizes, "set_sizes"},
	{calibration.ErrNoTags, "no_view"},
	{calibration.ErrTagsDisagree, "no_view"},
}

// coded gives an error of learning pieces its code.
func coded(err error) error {
	for _, known := range learning {
		if errors.Is(err, known.error) {
			return problem{err, known.code}
		}
	}
	return err
}
