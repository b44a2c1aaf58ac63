package vision

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// candidate is a tower or a wall that may stand at a place, and what speaks for it: the logarithm of the odds.
type candidate struct {
	wall  castellan.Wall // From == To for a tower
	tower bool
	odds  float64
	habit float64 // how much of the odds does not come from the picture
	in    bool
	held  bool // the odds have what the walls that meet there say, see hold
	said  bool // a person said whether it is there: its looks are not asked
}

// inFavour is how much speaks for the decision on a candidate: the logarithm of the odds that it is right.
func (x *candidate) inFavour() float64 {
	if x.in {
		return x.odds
	}
	return -x.odds
}

// leastOdds are the least odds that are worth a thought: about one in ten thousand. What the colours say may outweigh them.
const leastOdds = -9

// board is all that may stand in a window, indexed for look-up.
type board struct {
	win     model.Window
	all     []candidate
	towers  map[castellan.Node]int     // index into all
	trials  map[castellan.Node]float64 // probability of a turned tower, where one is believed in
	turned  map[castellan.Node]float64 // how much speaks for a turned tower rather than a straight one, a logarithm of odds
	stands  map[castellan.Node]float64 // the odds of a tower, straight or turned, as a logarithm
	turns   map[castellan.Node]bool    // where the odds of the tower are those that it stands straight, after a close look
	ends    map[castellan.Node][]int   // walls by their ends
	middle  map[castellan.Node][]int   // long walls by their middles
	covered map[castellan.Node]bool    // where a hand seems to lie over what stands there
	// asInGames says that this is a castle, no mere pattern: it is finished as castles in games are.
	asInGames bool
}

// habit is what else speaks for a piece than the picture: the odds, as a logarithm, to add to those of the tower (From == To)
// or wall.
type habit func(castellan.Wall) float64

// newBoard turns what the network says into candidates. habits may be nil.
func newBoard(m *model.CellMap, habits habit) *board {
	if habits == nil {
		habits = func(castellan.Wall) float64 { return 0 }
	}
	b := &board{
		win: m.Window, towers: map[castellan.Node]int{}, trials: map[castellan.Node]float64{}, turned: map[castellan.Node]float64{},
		stands: map[castellan.Node]float64{}, turns: map[castellan.Node]bool{}, ends: map[castellan.Node][]int{}, middle: map[castellan.Node][]int{},
		covered: map[castellan.Node]bool{},
	}
	for j := m.J0; j < m.J0+m.NJ; j++ {
		for i := m.I0; i < m.I0+m.NI; i++ {
			n := castellan.Node{I: i, J: j}
			p, _ := towerShares(m, n)
			tower := towerOn(n)
			habit := habits(tower)
			stands, odds := logOdds(p[model.CellTower]+p[model.CellTrial])+habit, logOdds(p[model.CellTower])+habit
			trial := p[model.CellTrial]
			if habit < 0 { // it says nothing of which way a tower is turned that is seen in spite of it
				turned := trial / (p[model.CellTower] + trial)
				odds, trial = logOdds(probability(stands)*(1-turned)), probability(stands)*turned
			}
			if trial > 0.5 {
				b.trials[n] = trial
			}
			if m.Node(n)[model.CellHidden] > seldomHidden {
				b.covered[n] = true
			}
			b.turned[n] = float64(m.Node(n)[model.CellTrial] - m.Node(n)[model.CellTower])
			if odds > leastOdds {
				b.towers[n] = len(b.all)
				b.stands[n] = stands
				b.all = append(b.all, candidate{wall: tower, tower: true, odds: odds})
			}
			for _, to := range [4]castellan.Node{{I: i + 1, J: j}, {I: i, J: j + 1}, {I: i + 2, J: j}, {I: i, J: j + 2}} {
				w := castellan.Wall{From: n, To: to}
				odds, ok := wallOdds(m, w)
				if !ok || to.I >= m.I0+m.NI || to.J >= m.J0+m.NJ {
					continue
				}
				habit := habits(w)
				if max(odds, odds+habit) <= leastOdds { // a close look may outweigh a habit
					continue
				}
				odds += habit
				k := len(b.all)
				b.all = append(b.all, candidate{wall: w, odds: odds, habit: habit})
				b.ends[w.From] = append(b.ends[w.From], k)
				b.ends[w.To] = append(b.ends[w.To], k)
				if isLong(w) {
					mid := middleOf(w)
					b.middle[mid] = append(b.middle[mid], k)
				}
			}
		}
	}
	return b
}

// probability is what logOdds takes to odds.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

func logOdds(p float64) float64 {
	p = min(max(p, 1e-6), 1-1e-6)
	return math.Log(p / (1 - p))
}

// towerShares is how likely the network says that no tower, a straight one or a turned one is on a node; ok is false outside of what it looked at.
func towerShares(cells *model.CellMap, n castellan.Node) (share [3]float64, ok bool) {
	o := cells.Node(n)
	if o == nil {
		return share, false
	}
	model.Softmax(share[:], o[model.CellNoTower:model.CellTrial+1])
	return share, true
}

// wallOdds is what the network says of a wall, as the logarithm of the odds; ok is false outside of what it looked at.
func wallOdds(m *model.CellMap, w castellan.Wall) (odds float64, ok bool) {
	i2, j2, channel := model.WallMiddle(w)
	o := m.At(i2, j2)
	if o == nil {
		return 0, false
	}
	return float64(o[channel]), true
}

// middleOf is the node under the middle of a long wall.
func middleOf(w castellan.Wall) castellan.Node {
	return model.Halves(w)[0].To
}

func isLong(w castellan.Wall) bool { return max(w.To.I-w.From.I, w.To.J-w.From.J) == 2 }

// rivals calls f for every candidate that cannot stand where candidate k stands: they would take the same room. (A wall
// that merely points at the middle of a long wall breaks the rules, but people can lay it so.)
func (b *board) rivals(k int, f func(int)) {
	w := b.all[k].wall
	switch {
	case b.all[k].tower:
		for _, o := range b.middle[w.From] {
			f(o)
		}
	case isLong(w):
		mid := middleOf(w)
		if t, ok := b.towers[mid]; ok {
			f(t)
		}
		for _, o := range b.middle[mid] { // the one that crosses it
			if o != k {
				f(o)
			}
		}
		for _, o := range b.ends[mid] {
			if b.all[o].wall.AlongX() == w.AlongX() {
				f(o)
			}
		}
	default:
		b.over(w, f)
	}
}

// instead are the walls that may stand instead of candidate k.
func (b *board) instead(k int) (walls []castellan.Wall) {
	b.rivals(k, func(o int) { walls = append(walls, b.all[o].wall) })
	return walls
}

// over calls f for every long wall that may stand where a short one would.
func (b *board) over(w castellan.Wall, f func(int)) {
	for _, end := range [2]castellan.Node{w.From, w.To} {
		for _, o := range b.middle[end] {
			if b.all[o].wall.AlongX() == w.AlongX() {
				f(o)
			}
		}
	}
}

// settle chooses the most probable set of pieces that can stand together and is linked as far as can be seen.
func (b *board) settle() {
	for k := range b.all {
		b.all[k].in = b.all[k].odds > 0
	}
	b.part()
	b.hold()
	b.link()
	b.join()
}

// part removes the weaker of any two pieces that cannot stand together, the strongest being sure of their place.
func (b *board) part() {
	order := make([]int, 0, len(b.all))
	for k := range b.all {
		if b.all[k].in {
			order = append(order, k)
		}
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(b.all[y].odds, b.all[x].odds) })
	for _, k := range order {
		if !b.all[k].in {
			continue
		}
		b.rivals(k, func(o int) { b.all[o].in = false })
	}
}

// How much speaks for a tower where two walls end, as a logarithm of odds: in the development pictures 2440 such places of 2459 have one.
// Where the place can be seen, the network has said part of that already: of the castles that it learned from fewer are finished like that.
const (
	heldByWalls     = 4.3
	heldByWallsSeen = 2.0
)

// hold believes in towers that a hand hides where walls that stick out from under it meet, and in a castle like those of games the more in
// those that can be seen.
func (b *board) hold() {
	for n, k := range b.towers {
		x := &b.all[k]
		if x.said || x.held || len(b.wallsAt(n)) < 2 {
			continue
		}
		switch {
		case b.covered[n]:
			if odds := x.odds + heldByWalls; !x.in && odds > 0 && b.fits(k) {
				x.in, x.odds = true, odds
			}
		case b.asInGames:
			x.held = true
			x.odds += heldByWallsSeen
			b.stands[n] += heldByWallsSeen
			x.in = x.in || x.odds > 0 && b.fits(k)
		}
	}
}

// link gives every wall a tower at one end: it adds the likelier tower or takes the wall away, whichever costs less.
func (b *board) link() {
	for k := range b.all {
		c := &b.all[k]
		if !c.in || c.tower || b.hasTower(c.wall.From) || b.hasTower(c.wall.To) {
			continue
		}
		best, odds := -1, math.Inf(-1)
		for _, end := range [2]castellan.Node{c.wall.From, c.wall.To} {
			if t, ok := b.towers[end]; ok && b.all[t].odds > odds && b.fits(t) {
				best, odds = t, b.all[t].odds
			}
		}
		if best >= 0 && c.odds+odds > 0 {
			b.all[best].in = true
		} else {
			c.in = false
		}
	}
}

func (b *board) hasTower(n castellan.Node) bool {
	t, ok := b.towers[n]
	return ok && b.all[t].in
}

// ending are the towers that no wall but candidate k links to others; none if k is not in.
func (b *board) ending(k int) (towers []castellan.Node) {
	x := &b.all[k]
	if !x.in {
		return nil
	}
	for _, end := range [2]castellan.Node{x.wall.From, x.wall.To} {
		if b.hasTower(end) && len(b.wallsAt(end)) == 1 {
			towers = append(towers, end)
		}
	}
	return towers
}

// fits says whether candidate k can stand with the pieces that are in.
func (b *board) fits(k int) bool {
	return !b.anyRival(k, func(o int) bool { return b.all[o].in })
}

// anyRival says whether of holds for any candidate that cannot stand where candidate k stands.
func (b *board) anyRival(k int, of func(int) bool) bool {
	found := false
	b.rivals(k, func(o int) { found = found || of(o) })
	return found
}

// What must speak for pieces that are not joined to the castle for them to be of it, a logarithm of odds: as much as for five sure ones, or for
// a single one where a hand lies beside it and beside the castle (in 140 rendered pictures with hands 37 more pieces are read rightly than with
// three times as much, and 2 more that are not there); or, for few of which each is beyond doubt, so much more than for as many in a mere pattern:
// in 676 rendered and development pictures that holds for five parts that the others leave out, all five of the castle.
const apartFromCastle, apartByAHand, apartBeyondDoubt = 30.0, 4.0, 12.0

// clearlyOpen are the odds, as a logarithm, of a piece that does not join to the castle what is of it anyway: where the picture speaks so
// clearly against it, a hand or a mug rather hides what does.
const clearlyOpen = -2

// seldomHidden is what the network says, as a logarithm of odds, of pieces hidden by a hand in one of a thousand places without any. It cannot
// know which places under a hand are empty, so that it seldom is sure.
const seldomHidden = -3.5

// join keeps the part of the castle that most speaks for, and joins to it what a doubtful piece can join.
func (b *board) join() {
	for {
		part, weights := b.parts()
		if len(weights) < 2 {
			return
		}
		best := 0
		for i, w := range weights {
			if w > weights[best] {
				best = i
			}
		}
		// A hand or a mug may hide what joins a part to the castle; a few loose pieces that lie along its lattice are not part of it.
		stays, byHand := make([]bool, len(weights)), b.byHand(part, len(weights))
		evidence := make([]float64, len(weights)) // for each part, as for the whole board
		for k, i := range part {
			if i >= 0 {
				evidence[i] += b.all[k].odds - inAPattern
			}
		}
		for i, w := range weights {
			stays[i] = i == best || w >= apartFromCastle || evidence[i] >= apartBeyondDoubt || w >= apartByAHand && byHand[i] && byHand[best]
		}
		bridge, gain := -1, 0.0
		for k := range b.all {
			if b.all[k].in || !b.fits(k) {
				continue
			}
			touched := map[int]bool{}
			for _, o := range b.linked(k) {
				if b.all[o].in {
					touched[part[o]] = true
				}
			}
			if !touched[best] || len(touched) < 2 {
				continue
			}
			sum, all := b.all[k].odds, true
			for i := range touched {
				if i != best {
					sum += weights[i]
				}
				all = all && stays[i]
			}
			if sum > gain && !(all && b.all[k].odds < clearlyOpen) {
				bridge, gain = k, sum
			}
		}
		if bridge >= 0 {
			b.all[bridge].in = true
			continue
		}
		for k := range b.all {
			if b.all[k].in && !stays[part[k]] {
				b.all[k].in = false
			}
		}
		return
	}
}

// byHand says of each of the parts that parts tells of whether a hand seems to lie where a wall could join something to it.
func (b *board) byHand(part []int, parts int) []bool {
	by := make([]bool, parts)
	if len(b.covered) == 0 {
		return by
	}
	const far = 2 // as far as a long wall reaches
	for k := range b.all {
		if !b.all[k].in {
			continue
		}
		w := b.all[k].wall
		for _, n := range [2]castellan.Node{w.From, w.To} {
			for step := -far; step <= far; step++ {
				if b.covered[castellan.Node{I: n.I + step, J: n.J}] || b.covered[castellan.Node{I: n.I, J: n.J + step}] {
					by[part[k]] = true
				}
			}
		}
	}
	return by
}

// linked are the candidates that a candidate would link to: a wall's towers, a tower's walls.
func (b *board) linked(k int) []int {
	c := &b.all[k]
	if c.tower {
		return b.ends[c.wall.From]
	}
	var l []int
	for _, end := range [2]castellan.Node{c.wall.From, c.wall.To} {
		if t, ok := b.towers[end]; ok {
			l = append(l, t)
		}
	}
	return l
}

// weight is how much speaks for all that is in: the sum of the logarithms of the odds.
func (b *board) weight() float64 {
	sum := 0.0
	for k := range b.all {
		if b.all[k].in {
			sum += b.all[k].odds
		}
	}
	return sum
}

// evidence is how much speaks for all that is in, beyond what speaks for as many pieces where there are none: in a patterned cloth many
// doubtful ones can be seen.
func (b *board) evidence() float64 { return b.weight() - inAPattern*float64(b.piecesIn()) }

// inAPattern are the odds, as a logarithm, that a piece seen in a mere pattern seldom exceeds.
const inAPattern = 3.0

// credible says whether what is in may be called a castle. Loose pieces can lie so that a few of them look linked, though not clearly;
// that many do, is not likely. More of a kind than two boxes hold are the lines of a cloth or of tiles. enough is 1, or less where less must
// speak for it.
func (b *board) credible(enough float64) bool {
	held := castellan.DefaultRules().Supply(castellan.MaxPlayers)
	long := b.countIn(func(x *candidate) bool { return !x.tower && isLong(x.wall) })
	towers := b.towersIn()
	short := b.piecesIn() - towers - long
	if towers > orSo(held.Towers) || long > orSo(held.Long) || short > orSo(held.Short) {
		return false
	}
	n := float64(b.piecesIn())
	const single, less = 4, 0.12 // what must speak for each piece of a castle of one, and how much less for each further piece
	return b.weight() > enough*n*(single-less*n)
}

// orSo is a number of pieces, and some more that are seen wrongly.
func orSo(pieces int) int { return pieces * 9 / 8 }

// doubtfulShare is how much of what is in is doubtful: most of it, where a castle is seen along another lattice than its own, or one is seen
// in the pattern of a cloth. 0 where few pieces are in, which say little of it.
func (b *board) doubtfulShare() float64 {
	n := b.piecesIn()
	if n < few {
		return 0
	}
	return float64(b.countIn(func(x *candidate) bool { return x.odds < inAPattern })) / float64(n)
}

// few is how many pieces say little of whether there is a castle.
const few = 15

// illusory says whether so much of what is in is doubtful on a closer look that there is no castle that could be read. Of four hundred castles,
// given and rendered, one of 19 pieces had a share of 0.32, none of the others more than 0.25; an empty chequered cloth came to 0.5, and 80
// pieces seen in a dotted one to 0.3.
func (b *board) illusory() bool {
	const most, further = 0.25, 2 // share, pieces
	n := float64(b.piecesIn())
	return b.doubtfulShare()*n > most*n+further
}

// evident says whether on a closer look so much speaks for each piece that is in as does for those of castles: of few pieces, loose ones that
// lie in a heap look like one now and then. begun says that few pieces were sought. On 120 rendered tables with loose pieces and no castle 15 of
// two to four pieces were seen then, for 4 of which so much speaks, and in 310 pictures of castles 64, for all but 6 of which it does. Else, of 60
// such tables each piece of the castles seen had 3.0 to 3.2, of those of 2 to 5 pieces that were there 6.3 to 16.9.
func (b *board) evident(begun bool) bool {
	const (
		single, less            = 6, 0.2       // of a castle of one piece, and how much less for each further one
		ofFew, lessOfFew, least = 11, 0.5, 7.5 // the same where few pieces were sought, and for each at the least
	)
	n := float64(b.piecesIn())
	if begun {
		return b.weight() > n*max(least, ofFew-lessOfFew*n)
	}
	return b.weight() > n*(single-less*n)
}

// plain says whether what is in is a castle beyond doubt: a large one, hardly any of it doubtful.
func (b *board) plain() bool {
	const most = 0.15
	return b.piecesIn() >= few && b.doubtfulShare() < most
}

// piecesIn is how many pieces are in.
func (b *board) piecesIn() int { return b.countIn(func(*candidate) bool { return true }) }

// towersIn is how many towers are in.
func (b *board) towersIn() int { return b.countIn(func(x *candidate) bool { return x.tower }) }

// countIn is how many pieces are in for which of holds.
func (b *board) countIn(of func(*candidate) bool) int {
	n := 0
	for k := range b.all {
		if b.all[k].in && of(&b.all[k]) {
			n++
		}
	}
	return n
}

// parts numbers the linked parts of what is in and sums their odds.
func (b *board) parts() (part []int, weights []float64) {
	part = make([]int, len(b.all))
	for k := range part {
		part[k] = -1
	}
	var stack []int
	for k := range b.all {
		if !b.all[k].in || part[k] >= 0 {
			continue
		}
		id := len(weights)
		weights = append(weights, 0)
		part[k] = id
		stack = append(stack[:0], k)
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			weights[id] += b.all[x].odds
			for _, o := range b.linked(x) {
				if b.all[o].in && part[o] < 0 {
					part[o] = id
					stack = append(stack, o)
				}
			}
		}
	}
	return part, weights
}

// built is what is in, without keeps and trials.
func (b *board) built() reading.Castle {
	c := emptyCastle()
	for k := range b.all {
		switch x := &b.all[k]; {
		case !x.in:
		case x.tower:
			c.Towers = append(c.Towers, x.wall.From)
		default:
			c.Walls = append(c.Walls, x.wall)
		}
	}
	return c
}

// standing is what is in, without keeps.
func (b *board) standing() reading.Castle {
	c := b.built()
	for _, n := range b.trialsNear(&c) {
		c.Trial = append(c.Trial, reading.Trial{Tower: n})
	}
	return c
}

// castle is what is in. Its pieces, each with its probability, and the pieces, in or out, that could well be otherwise go
// into out. The confidence is the probability that all decisions are right.
func (b *board) castle(out *reading.Reading) (c reading.Castle, confidence float64) {
	c = b.standing()
	for k := range b.all {
		x := &b.all[k]
		p := probability(x.odds)
		if b.matters(k) && agreement(x) < sureEnough {
			out.Doubts = append(out.Doubts, b.doubt(x, p))
		}
		switch {
		case !x.in:
		case x.tower:
			out.Pieces = append(out.Pieces, reading.Piece{Tower: &x.wall.From, P: round(p, 4)})
		default:
			out.Pieces = append(out.Pieces, reading.Piece{Wall: &x.wall, P: round(p, 4)})
		}
	}
	return c, b.confidence()
}

// confidence is the probability that all decisions are right.
func (b *board) confidence() float64 {
	all := 1.0
	for k := range b.all {
		if b.matters(k) {
			all *= agreement(&b.all[k])
		}
	}
	if _, parts := b.parts(); len(parts) > 1 {
		all *= wholeInParts
	}
	return all
}

// wholeInParts is the probability that no piece is missing from a castle that is seen in parts: something has to join them.
const wholeInParts = 0.02

// matters says whether candidate k is in the castle or could be joined to it.
func (b *board) matters(k int) bool {
	if b.all[k].in {
		return true
	}
	return b.fits(k) && slices.ContainsFunc(b.linked(k), func(o int) bool { return b.all[o].in })
}

// agreement is the probability that the decision on a candidate is right.
func agreement(x *candidate) float64 { return probability(x.inFavour()) }

// sureEnough is the probability below which a decision is listed as a doubt.
const sureEnough = 0.9

// doubt says what else may stand in the place of a candidate, which does with this probability.
func (b *board) doubt(x *candidate, p float64) reading.Doubt {
	piece := reading.Change{Of: reading.ChangedWall, Place: x.wall, Add: !x.in}
	if x.tower {
		piece.Of = reading.ChangedTower
	}
	asRead := reading.Alternative{P: round(p, 3), CastleDiff: []string{}}
	other := reading.Alternative{P: round(1-p, 3), CastleDiff: []string{piece.String()}}
	if !x.in {
		asRead.P, other.P = other.P, asRead.P
	}
	if x.tower && b.turns[x.wall.From] && (x.in || b.trials[x.wall.From] > 0) {
		turned := reading.Change{Of: reading.ChangedTrial, Place: x.wall, Add: x.in}
		other.CastleDiff = append(other.CastleDiff, turned.String())
	}
	d := reading.Doubt{Alternatives: []reading.Alternative{asRead, other}}
	slices.SortStableFunc(d.Alternatives, func(a, b reading.Alternative) int { return cmp.Compare(b.P, a.P) })
	return d
}

func round(x float64, digits int) float64 {
	s := math.Pow10(digits)
	return math.Round(x*s) / s
}

// trialsNear are the turned towers that stand at an open end of a wall of c.
func (b *board) trialsNear(c *reading.Castle) []castellan.Node {
	var found []castellan.Node
	seen := map[castellan.Node]bool{}
	for _, w := range c.Walls {
		for _, end := range [2]castellan.Node{w.From, w.To} {
			if b.trials[end] > 0 && !seen[end] && !b.hasTower(end) && !b.crossed(end) {
				seen[end] = true
				found = append(found, end)
			}
		}
	}
	return found
}

// crossed says whether a long wall that is in leads over a node.
func (b *board) crossed(n castellan.Node) bool {
	return slices.ContainsFunc(b.middle[n], func(k int) bool { return b.all[k].in })
}
