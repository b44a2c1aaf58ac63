package castellan

import (
	"cmp"
	"fmt"
	"slices"
)

// newCourt is a courtyard that is there after the turn and was not before: newly enclosed, or a part of a divided one.
type newCourt struct {
	id      int32
	origin  int32 // the divided court, or outside
	claimed bool
}

// newCourts compares the position with the one at the beginning of the turn. They are sorted by id.
func (r *referee) newCourts() []newCourt {
	before := r.game.before.position.courts
	var fresh []newCourt
	for id, c := range r.game.position.courts {
		if c.area > 0 && (c.origin == outside || c.area != before[c.origin].area) {
			fresh = append(fresh, newCourt{id: int32(id), origin: c.origin})
		}
	}
	return fresh
}

// find gives the new courtyard with this id, or nil.
func find(fresh []newCourt, id int32) *newCourt {
	k, found := slices.BinarySearchFunc(fresh, id, func(c newCourt, id int32) int { return cmp.Compare(c.id, id) })
	if !found {
		return nil
	}
	return &fresh[k]
}

// claim sets the keeps. Claims are settled on the castle after the turn's last piece.
func (r *referee) claim() {
	fresh := r.newCourts()
	stays := make(map[int32][]int) // by divided court: the claims that keep the old keep
	r.game.latest.NewCourtyards = len(fresh)
	doubled := r.hasDouble()
	courts := r.game.position.courtsAt(places(r.turn.Claims))
	for k, c := range r.turn.Claims {
		where := claimPlace(k)
		court := r.claimed(c, courts[k], where, fresh)
		if court == nil {
			continue
		}
		court.claimed = true
		set := &r.game.position.courts[court.id]
		old := r.game.before.position.courts[court.origin]
		switch {
		case c.Keep == StaysKeep && c.Count == doubleKeep && !old.double && old.owner != none:
			r.refuse(CodeDoubleLater, where, "A keep that stays cannot be doubled.")
		case c.Keep == StaysKeep:
			stays[court.origin] = append(stays[court.origin], k)
		case c.Count == doubleKeep && doubled:
			r.refuse(CodeDoubleKeepTwice, where, "%s has set the double keep already.", r.turn.Player)
		case c.Count == doubleKeep && court.origin != outside && !r.game.rules.DoubleOnSubdivision:
			r.refuse(CodeDoubleLater, where, "A part of a divided courtyard cannot get the double keep.")
		case c.Count == doubleKeep:
			doubled = true
		}
		set.owner, set.double = r.player, c.Count == doubleKeep
	}
	r.unclaimed(fresh)
	r.divided(fresh, stays)
}

// hasDouble tells whether the player's double keep is on the table.
func (r *referee) hasDouble() bool {
	for _, c := range r.game.before.position.courts {
		if c.double && c.owner == r.player {
			return true
		}
	}
	return false
}

func places(claims []Claim) [][2]float64 {
	all := make([][2]float64, len(claims))
	for k, c := range claims {
		all[k] = c.At
	}
	return all
}

// claimed finds the new courtyard that a claim in court id is for. Where there is none it says why and gives nil.
func (r *referee) claimed(c Claim, id int32, where string, fresh []newCourt) *newCourt {
	if id == outside {
		r.refuse(CodeClaimNotEnclosed, where, "The point (%g, %g) is not inside a courtyard.", c.At[0], c.At[1])
		return nil
	}
	if court := find(fresh, id); court != nil {
		if court.claimed {
			r.refuse(CodeClaimDuplicate, where, "The courtyard at (%g, %g) is claimed twice.", c.At[0], c.At[1])
			return nil
		}
		return court
	}
	switch owner := r.game.position.courts[id].owner; owner {
	case r.player:
		r.refuse(CodeDoubleLater, where, "The courtyard at (%g, %g) was claimed in an earlier turn; no keep can be added.", c.At[0], c.At[1])
	case none:
		r.refuse(CodeClaimNotEnclosed, where, "The courtyard at (%g, %g) was not closed in this turn.", c.At[0], c.At[1])
	default:
		r.refuse(CodeAlreadyClaimed, where, "The courtyard at (%g, %g) belongs to %s.", c.At[0], c.At[1], r.game.position.player(owner))
	}
	return nil
}

// unclaimed looks for new courtyards without a claim.
func (r *referee) unclaimed(fresh []newCourt) {
	for _, c := range fresh {
		if c.claimed {
			continue
		}
		if r.game.rules.ClaimMandatory {
			at := r.game.position.inside(c.id)
			r.refuse(CodeClaimMissing, "claims", "The courtyard at (%g, %g) is closed: put a keep into it.", at[0], at[1])
			continue
		}
		set := &r.game.position.courts[c.id]
		set.owner, set.double = none, false
	}
}

// divided makes sure that exactly one part of each divided courtyard keeps the old keep, as it was.
func (r *referee) divided(fresh []newCourt, stays map[int32][]int) {
	looked := make(map[int32]bool)
	for _, c := range fresh {
		if looked[c.origin] {
			continue
		}
		looked[c.origin] = true
		claims := stays[c.origin]
		old := r.game.before.position.courts[c.origin]
		switch {
		case old.owner == none && len(claims) > 0:
			r.refuse(CodeBadSubdivision, claimPlace(claims[0]), "No keep stood here before that could stay.")
		case old.owner == none:
		case len(claims) != 1:
			r.refuse(CodeBadSubdivision, "claims",
				"Of the parts of a divided courtyard exactly one keeps the old keep, not %d.", len(claims))
		case old.double && r.turn.Claims[claims[0]].Count != doubleKeep:
			r.refuse(CodeBadSubdivision, claimPlace(claims[0]), "The double keep that stood here must stay double.")
		}
	}
}

func claimPlace(k int) string { return fmt.Sprintf("claims/%d", k) }
