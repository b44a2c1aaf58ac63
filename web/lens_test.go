package web

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/guide/guidetest"
	"github.com/castellan-companion/castellan/web/webtest"
)

func TestLensIsMeasuredOnThePage(t *testing.T) {
	url, desk, _ := serveSetup(t)
	lens := calibration.GuessCamera(1280, 720)
	lens.FX, lens.FY = 930, 930
	desk.Tags = &guidetest.Sheet{Camera: lens, Held: guidetest.Enough}
	webtest.FollowLens(t, url)
	eye, ok := desk.Eye.(*deskEye)
	require.True(t, ok)
	require.NotNil(t, eye.used.Load(), "the lens is used")
	assert.InEpsilon(t, 930, eye.used.Load().FX, 0.01)
}
