package pieces

import (
	"encoding/json"
	"math"
)

// Measure is a measure and its standard error, mm. As JSON it is the measure.
type Measure struct{ MM, Error float64 }

// MarshalJSON implements json.Marshaler.
func (m Measure) MarshalJSON() ([]byte, error) { return json.Marshal(m.MM) }

// Mean is the mean of measures of the same thing, the surer ones weighted more.
func Mean(all ...Measure) (m Measure) {
	weights := 0.0
	for _, x := range all {
		weight := 1 / (x.Error * x.Error)
		m.MM += weight * x.MM
		weights += weight
	}
	return Measure{m.MM / weights, 1 / math.Sqrt(weights)}
}
