package nn

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// magic opens a file of weights.
const magic = "CASTNN01"

// shape is what the header of a file of weights says of a layer.
type shape struct {
	Kernel int  `json:"kernel"`
	Stride int  `json:"stride"`
	In     int  `json:"in"`
	Out    int  `json:"out"`
	ReLU   bool `json:"relu"`
	Skip   bool `json:"skip"`
}

// Write stores the net: magic, length and text of a JSON header with the layers' shapes, then weights and biases as
// float32, little-endian.
func (n *Net) Write(w io.Writer) error {
	var head []shape
	for _, l := range n.Layers {
		head = append(head, shape{l.Kernel, l.Stride, l.In, l.Out, l.ReLU, l.Skip})
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	b := append([]byte(magic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(b[len(magic):], uint32(len(text)))
	b = append(b, text...)
	for _, l := range n.Layers {
		for _, p := range [][]float32{l.Weight, l.Bias} {
			for _, v := range p {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
			}
		}
	}
	_, err = w.Write(b)
	return err
}

var errWeights = errors.New("not a file of network weights")

// Parse reads what Write wrote.
func Parse(b []byte) (*Net, error) {
	if len(b) < len(magic)+4 || string(b[:len(magic)]) != magic {
		return nil, errWeights
	}
	size := int(binary.LittleEndian.Uint32(b[len(magic):]))
	b = b[len(magic)+4:]
	if size > len(b) {
		return nil, errWeights
	}
	var head []shape
	if err := json.Unmarshal(b[:size], &head); err != nil {
		return nil, fmt.Errorf("%w: %w", errWeights, err)
	}
	b = b[size:]
	n := &Net{}
	for _, s := range head {
		l := Layer{Kernel: s.Kernel, Stride: s.Stride, In: s.In, Out: s.Out, ReLU: s.ReLU, Skip: s.Skip}
		for _, p := range []struct {
			to   *[]float32
			size int
		}{{&l.Weight, s.Kernel * s.Kernel * s.In * s.Out}, {&l.Bias, s.Out}} {
			if p.size < 0 || 4*p.size > len(b) {
				return nil, errWeights
			}
			*p.to = make([]float32, p.size)
			for i := range *p.to {
				(*p.to)[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
			}
			b = b[4*p.size:]
		}
		n.Layers = append(n.Layers, l)
	}
	return n, nil
}

// ErrShape says that two nets are not built alike.
var ErrShape = errors.New("the weights are of a network built otherwise")

// Mean is the net whose weights are the means of those of nets, one at least, that were trained from the same one and are built alike; ErrShape
// where they are not. It mostly knows what each of them does, and less by heart (Wortsman et al. 2022, "Model soups").
func Mean(nets ...*Net) (*Net, error) {
	mean := &Net{}
	for _, l := range nets[0].Layers {
		l.Weight, l.Bias = make([]float32, len(l.Weight)), make([]float32, len(l.Bias))
		mean.Layers = append(mean.Layers, l)
	}
	share := 1 / float32(len(nets))
	for _, n := range nets {
		if len(n.Layers) != len(mean.Layers) {
			return nil, ErrShape
		}
		for i := range n.Layers {
			from, to := &n.Layers[i], &mean.Layers[i]
			if !from.alike(to) || from.Out != to.Out {
				return nil, ErrShape
			}
			for k, v := range from.Weight {
				to.Weight[k] += share * v
			}
			for k, v := range from.Bias {
				to.Bias[k] += share * v
			}
		}
	}
	return mean, nil
}

// Adopt takes over old's weights. The nets must be built alike, but n's last layer may have further outputs at its end, which
// keep their weights, and n may have further layers with shortcuts, which start as the identity.
func (n *Net) Adopt(old *Net) error {
	rest := old.Layers
	last := len(n.Layers) - 1
	for i := range n.Layers {
		to := &n.Layers[i]
		if len(rest) == 0 || !to.alike(&rest[0]) || to.Out != rest[0].Out && (i < last || to.Out < rest[0].Out) {
			if !to.Skip {
				return ErrShape
			}
			clear(to.Weight)
			clear(to.Bias)
			continue
		}
		from := &rest[0]
		rest = rest[1:]
		for k := range to.Kernel * to.Kernel * to.In {
			copy(to.Weight[k*to.Out:], from.Weight[k*from.Out:(k+1)*from.Out])
		}
		copy(to.Bias, from.Bias)
	}
	if len(rest) > 0 {
		return ErrShape
	}
	return nil
}

// Graft takes over from another net, whose layers have the same kernels, the weights between those inputs and outputs of each layer that both
// have. The others keep what they are.
func (n *Net) Graft(from *Net) {
	for i := range n.Layers {
		to, of := &n.Layers[i], &from.Layers[i]
		outs := min(to.Out, of.Out)
		for k := range to.Kernel * to.Kernel {
			for in := range min(to.In, of.In) {
				copy(to.Weight[(k*to.In+in)*to.Out:][:outs], of.Weight[(k*of.In+in)*of.Out:][:outs])
			}
		}
		copy(to.Bias[:outs], of.Bias[:outs])
	}
}

// alike says whether two layers differ in their outputs at most.
func (l *Layer) alike(o *Layer) bool {
	return l.Kernel == o.Kernel && l.Stride == o.Stride && l.In == o.In && l.ReLU == o.ReLU && l.Skip == o.Skip
}
