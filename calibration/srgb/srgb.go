// Package srgb is the transfer function of sRGB (IEC 61966-2-1): which light the values of a picture stand for.
package srgb

import "math"

var light = func() (table [256]float64) {
	for i := range table {
		v := float64(i) / 255
		if v <= 0.04045 {
			table[i] = v / 12.92
		} else {
			table[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return table
}()

// Light is the light (0..1, linear) that a value of a picture stands for.
func Light(value byte) float64 { return light[value] }

// Display is the value (0..1) that stands for a light (0..1, linear).
func Display(light float64) float64 {
	if light <= 0.0031308 {
		return light * 12.92
	}
	return 1.055*math.Pow(light, 1/2.4) - 0.055
}
