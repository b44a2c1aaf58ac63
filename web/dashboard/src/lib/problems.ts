import { Problem } from './api'
import { ruling, say, sayKnown } from './words'

/** Why something did not work, in the person's language as far as there are words for it. */
export function told(error: unknown): string {
  if (!(error instanceof Problem)) return say('camera.offline')
  const [reason] = error.reasons
  if (reason) return say('problem.turn_against_rules', { number: reason.turn + 1, text: ruling(reason) })
  return sayKnown(`problem.${error.code}`, { text: error.message }, error.message)
}
