import { eventsAfter, type Event, type Game, type Message, type Overlay } from './api'

const retryMS = 1000
const retryMaxMS = 8000

/** The table as it is now: kept up to date by the companion for as long as the page is open. */
export class Live {
  game = $state.raw<Game>()
  events = $state.raw<Event[]>([])
  overlay = $state.raw<Overlay>()
  connected = $state(false)

  #retry = retryMS
  #fetching = false

  connect() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/live`)
    socket.onopen = () => {
      this.connected = true
      this.#retry = retryMS
    }
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data))
    socket.onclose = () => {
      this.connected = false
      setTimeout(() => this.connect(), this.#retry)
      this.#retry = Math.min(2 * this.#retry, retryMaxMS)
    }
  }

  #hear(message: Message) {
    if (message.kind === 'overlay') {
      this.overlay = message
      return
    }
    if (message.state.game !== this.game?.game) this.events = []
    this.game = message.state
    this.#add(message.events ?? [])
    void this.#catchUp()
  }

  #add(events: Event[]) {
    const game = this.game?.game
    const last = this.events.at(-1)?.seq ?? 0
    // An update may hold the end of the game before; a gap is left for catchUp, which brings events in order.
    const next = events.filter((e) => e.game === game && e.seq > last)
    if (next.length > 0 && next[0]?.seq === last + 1) this.events = [...this.events, ...next]
  }

  /** Fetches the events that are missing: all of them at first, later those of messages that this page was too slow for. */
  async #catchUp() {
    if (this.#fetching) return
    this.#fetching = true
    try {
      for (;;) {
        const game = this.game
        const last = this.events.at(-1)?.seq ?? 0
        if (!game || last >= game.seq) return
        const missing = await eventsAfter(game.game, last)
        if (missing.length === 0) return
        this.#add(missing)
      }
    } catch {
      // The next message tries again.
    } finally {
      this.#fetching = false
    }
  }
}
