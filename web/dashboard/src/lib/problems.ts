import { Problem } from './api'
import { ruling, say, sayKnown } from './words'

/** Why something did not work, in the person's language as far as there are words for it. */
export function told(error: unknown): string {
  if (!(error instanceof Problem)) return say('camera.offline')
  const [reason] = error.reasons
  if (reason) return say('problem.turn_against_rules', { number: reason.turn + 1, text: ruling(reason) })
  return toldCode(error.code, error.message)
}

/** What is wrong, by its code in the person's language, or as the companion put it. */
export const toldCode = (code = '', text: string) => sayKnown(`problem.${code}`, { text }, text)
