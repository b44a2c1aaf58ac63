package web

import (
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
)

// Decks keeps the deck that the next games are played with.
type Decks interface {
	Deck() (castellan.Deck, error)
	Keep(castellan.Deck) error
	// Forget goes back to the reconstruction.
	Forget() error
}

// noDecks keeps nothing: all games are played with the reconstruction.
type noDecks struct{}

func (noDecks) Deck() (castellan.Deck, error) { return castellan.ReconstructedDeck(), nil }
func (noDecks) Keep(castellan.Deck) error     { return nil }
func (noDecks) Forget() error                 { return nil }

// deckAnswer is a castellan-deck/1 file and what there is to say about it.
type deckAnswer struct {
	Schema         string                `json:"schema"`
	Note           string                `json:"note,omitempty"`
	Cards          castellan.Deck        `json:"cards"`
	Reconstruction bool                  `json:"reconstruction"`
	Faults         []castellan.DeckFault `json:"faults"`
}

func describedDeck(deck castellan.Deck) deckAnswer {
	answer := deckAnswer{
		Schema: castellan.DeckSchema, Cards: append(castellan.Deck{}, deck...), Faults: append([]castellan.DeckFault{}, deck.Explain()...),
		Reconstruction: slices.Equal(deck, castellan.ReconstructedDeck()),
	}
	if answer.Reconstruction {
		answer.Note = castellan.ReconstructionNote
	}
	return answer
}

func (s *Server) deckRoutes(v1 *gin.RouterGroup) {
	v1.GET("/deck", s.currentDeck)
	v1.PUT("/deck", s.keepDeck)
	v1.DELETE("/deck", s.forgetDeck)
	v1.POST("/deck/check", s.checkDeck)
}

// currentDeck answers with the deck of the next games.
func (s *Server) currentDeck(c *gin.Context) {
	deck, err := s.decks.Deck()
	if err != nil {
		problem(c, http.StatusServiceUnavailable, "deck", err.Error()+".")
		return
	}
	c.JSON(http.StatusOK, describedDeck(deck))
}

// checkDeck answers with what is wrong with a deck, and keeps nothing.
func (s *Server) checkDeck(c *gin.Context) {
	if deck, ok := sentDeck(c); ok {
		c.JSON(http.StatusOK, describedDeck(deck))
	}
}

func (s *Server) keepDeck(c *gin.Context) {
	deck, ok := sentDeck(c)
	if !ok {
		return
	}
	if err := s.decks.Keep(deck); err != nil {
		problem(c, http.StatusServiceUnavailable, "deck", err.Error()+".")
		return
	}
	c.JSON(http.StatusOK, describedDeck(deck))
}

func (s *Server) forgetDeck(c *gin.Context) {
	if err := s.decks.Forget(); err != nil {
		problem(c, http.StatusServiceUnavailable, "deck", err.Error()+".")
		return
	}
	s.currentDeck(c)
}

// sentDeck is the deck that a request brings; false where it cannot be played with, which was answered.
func sentDeck(c *gin.Context) (castellan.Deck, bool) {
	deck, err := castellan.DecodeDeck(c.Request.Body)
	if err != nil {
		problem(c, http.StatusBadRequest, "deck", "The deck cannot be used: "+err.Error()+".")
		return nil, false
	}
	return deck, true
}

// newGame begins a game; where its cards are tapped and no deck is named, with the deck that is kept.
func (s *Server) newGame(c *gin.Context) {
	order, ok := decoded[companion.NewGame](c)
	if !ok {
		return
	}
	if order.Cards == companion.CardsTapped && len(order.Deck) == 0 {
		deck, err := s.decks.Deck()
		if err != nil {
			problem(c, http.StatusServiceUnavailable, "deck", err.Error()+".")
			return
		}
		order.Deck = deck
	}
	s.carryOut(c, order)
}
