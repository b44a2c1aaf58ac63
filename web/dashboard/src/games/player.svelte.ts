import type { Event } from '../lib/api'

/** A pause in the game that nobody wants to wait for, in milliseconds of the game. */
const longest = 4000
/** At least this long a moment is shown, in milliseconds. */
const shortest = 60

/** Goes through the events of a game by hand or, at a chosen speed, as they happened. */
export class Player {
  /** The number of the last event that has happened; 0 before there are any. */
  seq = $state(0)
  playing = $state(false)
  speed = $state(4)

  #events: Event[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  load(events: Event[]) {
    this.#events = events
    this.goTo(events.length)
  }

  goTo(seq: number) {
    this.seq = Math.max(1, Math.min(this.#events.length, seq))
  }

  step(by: number) {
    this.pause()
    this.goTo(this.seq + by)
  }

  /** To the end of the turn before or after. */
  turn(by: 1 | -1) {
    this.pause()
    const ends = this.#events.filter((e) => e.kind === 'turn_ended').map((e) => e.seq)
    this.goTo(by > 0 ? (ends.find((seq) => seq > this.seq) ?? this.#events.length) : (ends.findLast((seq) => seq < this.seq) ?? 1))
  }

  /** To the next of these events, after the last one to the first again. */
  jump(stops: readonly number[]) {
    const next = stops.find((seq) => seq > this.seq) ?? stops[0]
    if (next === undefined) return
    this.pause()
    this.goTo(next)
  }

  toggle() {
    if (this.playing) return this.pause()
    if (this.seq >= this.#events.length) this.goTo(1)
    this.playing = true
    this.#wait()
  }

  pause() {
    this.playing = false
    clearTimeout(this.#timer)
  }

  #wait() {
    const now = this.#events[this.seq - 1]
    const next = this.#events[this.seq]
    if (!now || !next) return this.pause()
    const apart = Math.min(longest, new Date(next.at).getTime() - new Date(now.at).getTime())
    this.#timer = setTimeout(
      () => {
        this.goTo(this.seq + 1)
        this.#wait()
      },
      Math.max(shortest, apart / this.speed),
    )
  }
}
