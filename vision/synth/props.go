package synth

func (s *Scene) placeClutter(f *floor) {}
