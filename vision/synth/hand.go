package synth

func (s *Scene) placeHands(f *floor) {}
