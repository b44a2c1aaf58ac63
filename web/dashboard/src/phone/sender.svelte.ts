import type { Outline } from '../lib/api'
import { Pace } from './pace'

/** What the companion makes of the pictures; outlines are in pixels of a picture of this size. */
export type Seen = {
  size: [number, number]
  outlines: Outline[] | null
  quiet: boolean
  towers: number
  walls: number
}

type Message = { taken: number; seen?: Seen }

export type Trouble = '' | 'key' | 'replaced' | 'away' | 'untrusted'

// Codes with which the companion closes the connection (web/phone).
const wrongKey = 4001
const replaced = 4002

const retryMS = 1000
/** After so many attempts without one that succeeded, the phone probably does not trust the certificate. */
const hopeless = 3

/** Sends a video's pictures to the companion for as long as the page is open. */
export class Sender {
  seen = $state.raw<Seen>()
  connected = $state(false)
  trouble = $state<Trouble>('')
  /** Pictures sent within the last second. */
  rate = $state(0)

  #video: HTMLVideoElement
  #key: string
  #socket?: WebSocket
  #canvas = document.createElement('canvas')
  #pace = new Pace()
  #encoding = false
  #everConnected = false
  #failures = 0
  #times: number[] = []

  constructor(video: HTMLVideoElement, key: string) {
    this.#video = video
    this.#key = key
    this.#next()
  }

  connect() {
    this.trouble = ''
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/phone/camera`)
    this.#socket = socket
    socket.onopen = () => {
      socket.send(this.#key)
      this.#pace.restart()
      this.#everConnected = this.connected = true
      this.#failures = 0
    }
    socket.onmessage = (message) => {
      const { taken, seen }: Message = JSON.parse(message.data)
      this.#pace.taken(taken)
      if (seen) this.seen = seen
    }
    socket.onclose = ({ code }) => {
      this.connected = false
      this.seen = undefined
      if (code === wrongKey) this.trouble = 'key'
      else if (code === replaced) this.trouble = 'replaced'
      else {
        this.#failures += 1
        this.trouble = !this.#everConnected && this.#failures >= hopeless ? 'untrusted' : 'away'
        setTimeout(() => this.connect(), retryMS)
      }
    }
  }

  /** Waits for the video's next picture. */
  #next() {
    const look = () => {
      void this.#look()
      this.#next()
    }
    if ('requestVideoFrameCallback' in this.#video) this.#video.requestVideoFrameCallback(look)
    else requestAnimationFrame(look)
  }

  async #look() {
    const now = performance.now()
    this.#times = this.#times.filter((t) => t > now - 1000)
    this.rate = this.#times.length
    const socket = this.#socket
    if (!this.connected || !socket || this.#encoding || !this.#pace.ready(now, socket.bufferedAmount)) return
    this.#encoding = true
    const picture = await this.#picture()
    this.#encoding = false
    if (!picture || socket.readyState !== WebSocket.OPEN) return
    socket.send(picture)
    this.#pace.sent()
    this.#times.push(now)
  }

  #picture(): Promise<Blob | null> {
    const { videoWidth: width, videoHeight: height } = this.#video
    if (width === 0) return Promise.resolve(null)
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height })
    this.#canvas.getContext('2d', { alpha: false })?.drawImage(this.#video, 0, 0)
    return new Promise((resolve) => this.#canvas.toBlob(resolve, 'image/jpeg', this.#pace.quality))
  }
}
