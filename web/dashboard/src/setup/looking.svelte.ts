import { Problem } from '../lib/api'
import { told } from '../lib/problems'
import { look, type Look } from './api'
import { repeat } from './repeat'

/** What the camera's picture shows of tags and view, kept up to date while somebody looks. */
export class Looking {
  now = $state.raw<Look>()
  problem = $state('')

  /** Looks again and again until the signal is aborted. */
  follow(signal: AbortSignal) {
    return repeat(signal, async () => {
      try {
        this.now = await look()
        this.problem = ''
      } catch (error) {
        this.now = undefined
        this.problem = error instanceof Problem ? told(error) : ''
      }
    })
  }
}
