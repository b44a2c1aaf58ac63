package synth

import "testing"

func BenchmarkScene(b *testing.B) {
	for _, name := range []string{"easy", "wild", "cluttered"} {
		b.Run(name, func(b *testing.B) {
			k, err := Preset(name)
			if err != nil {
				b.Fatal(err)
			}
			for i := range uint64(b.N) {
				sceneOf(i, k).Render(1)
			}
		})
	}
}
