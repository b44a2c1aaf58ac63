package web

import (
	"fmt"
	"image/color"
	"net/http"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/gin-gonic/gin"
)

// answerCode answers with an address as a QR code.
func answerCode(c *gin.Context, address string) {
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err != nil {
		problem(c, http.StatusInternalServerError, "internal", "The code could not be drawn: "+err.Error())
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "image/svg+xml", drawCode(code))
}

// drawCode draws a code with one unit per module and the blank margin of four that readers want.
func drawCode(code barcode.Barcode) []byte {
	const margin = 4
	side := code.Bounds().Dx()
	var path strings.Builder
	for y := range side {
		for x := range side {
			if color.GrayModel.Convert(code.At(x, y)) == (color.Gray{}) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+margin, y+margin)
			}
		}
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%[1]dv%[1]dh-%[1]dz"/><path d="%[2]s"/></svg>`, side+2*margin, path.String())
}
