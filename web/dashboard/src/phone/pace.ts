// How often pictures are taken, and how strongly they are compressed, so that the network keeps up.

/** Pictures in a second, at most: what the companion looks at. */
const rate = 15
/** Pictures that may be under way before the companion has taken the first. It closes the connection on more. */
const inFlight = 2

const best = 0.9
const worst = 0.5
const down = 0.08
const up = 0.01

export class Pace {
  /** JPEG's, from 0 to 1. */
  quality = 0.8
  #waiting = 0
  #due = 0

  /** Whether to take a picture now, at so many milliseconds, while so many bytes of those before are still in the phone. */
  ready(now: number, unsent: number): boolean {
    if (now < this.#due || this.#waiting >= inFlight) return false
    this.#due = Math.max(this.#due + 1000 / rate, now)
    if (unsent > 0) {
      this.quality = Math.max(worst, this.quality - down)
      return false
    }
    this.quality = Math.min(best, this.quality + up)
    return true
  }

  sent() {
    this.#waiting += 1
  }

  taken(pictures: number) {
    this.#waiting -= pictures
  }

  /** With another connection nothing is under way. */
  restart() {
    this.#waiting = 0
  }
}
