import { Problem } from '../lib/api'
import { look, type Look } from './api'

const restMS = 250
const retryMS = 1500

/** What the camera's picture shows of tags and view, kept up to date while somebody looks. */
export class Looking {
  now = $state.raw<Look>()
  problem = $state('')

  /** Looks again and again until the signal is aborted, but not while nobody can see the page. */
  async follow(signal: AbortSignal) {
    while (!signal.aborted) {
      let rest = restMS
      if (!document.hidden) {
        try {
          this.now = await look()
          this.problem = ''
        } catch (error) {
          this.now = undefined
          this.problem = error instanceof Problem ? error.message : ''
          rest = retryMS
        }
      }
      await new Promise((resolve) => setTimeout(resolve, rest))
    }
  }
}
