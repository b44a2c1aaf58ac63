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
	path := blankPicture(t)
	var all []*example
	for i := range 40 {
		all = append(all, blank(fmt.Sprint("still ", i), "hard", path, 8))
	}
	for i := range 3 {
		all = append(all, &example{name: fmt.Sprint("frame ", i), group: "film", pic: volume.FromRGB(8, 8, make([]byte, 3*8*8))})
	}
	rng := rand.New(rand.NewPCG(1, 2))
	d, err := newDraw(all, nil, 10*8*8, rng)
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

// Each group has its share of the memory: of pictures of a quarter of the pixels, four times as many are in it.
func TestMoreSmallPicturesAreInMemory(t *testing.T) {
	path := blankPicture(t)
	var all []*example
	for i := range 60 {
		all = append(all, blank(fmt.Sprint("large ", i), "usual", path, 16), blank(fmt.Sprint("small ", i), "played", path, 8))
	}
	_, err := newDraw(all, nil, 10*16*16, rand.New(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	open := map[string]int{}
	for _, e := range all {
		if e.pic != nil {
			open[e.group]++
		}
	}
	assert.Equal(t, map[string]int{"usual": 1 + 5, "played": 1 + 20}, open)
}

// blankPicture is the file of a picture on which there is nothing.
func blankPicture(t *testing.T) (path string) {
	path = filepath.Join(t.TempDir(), "picture.jpg")
	f, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, jpeg.Encode(f, image.NewRGBA(image.Rect(0, 0, 8, 8)), nil))
	require.NoError(t, f.Close())
	return path
}

// blank is an example of a group whose picture is said to be so many pixels wide and high.
func blank(name, group, path string, side int) *example {
	camera := calibration.Camera{Width: side, Height: side}
	return &example{name: name, group: group, file: path, view: calibration.View{Camera: camera}}
}
