package main

import (
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/volume"
)

func TestDrawChangesThePicturesInMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "picture.jpg")
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, jpeg.Encode(f, image.NewRGBA(image.Rect(0, 0, 8, 8)), nil))
	require.NoError(t, f.Close())
	var all []*example
	for i := range 40 {
		all = append(all, &example{name: fmt.Sprint("still ", i), group: "hard", file: path})
	}
	for i := range 3 {
		all = append(all, &example{name: fmt.Sprint("frame ", i), group: "film", pic: volume.FromRGB(8, 8, make([]byte, 3*8*8))})
	}
	rng := rand.New(rand.NewPCG(1, 2))
	d, err := newDraw(all, nil, 10, rng)
	require.NoError(t, err)
	inMemory := func() (n int) {
		for _, e := range all {
			if e.pic != nil {
				n++
			}
		}
		return n
	}
	most := inMemory()
	assert.Less(t, most, 15)
	seen := map[string]int{}
	for range 2000 {
		e := d.next(rng)
		require.NotNil(t, e.pic, e.name)
		seen[e.name]++
		require.NoError(t, d.refresh())
		assert.Equal(t, most, inMemory())
	}
	assert.Len(t, seen, len(all), "some picture never had its turn")
	require.NoError(t, os.Remove(path))
	for err == nil {
		err = d.refresh()
	}
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestMoreSmallPicturesAreInMemory(t *testing.T) {
	of := func(w, h int) *example {
		return &example{view: calibration.View{Camera: calibration.Camera{Width: w, Height: h}}}
	}
	large := inMemory([]*example{of(1280, 720), of(1280, 720)})
	assert.InDelta(t, 700, large, 15)
	assert.InDelta(t, 16*large, inMemory([]*example{of(320, 180)}), 1e-6)
}
