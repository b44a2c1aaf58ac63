// The words of the pages for setting up.
import de from '../../../words/setup.de.json'
import en from '../../../words/setup.en.json'
import fr from '../../../words/setup.fr.json'
import { speaker } from '../lib/speech'

export { language } from '../lib/speech'
export type Key = keyof typeof en

export const say = speaker<Key>({ en, de, fr })

/** The phrase for a key that is put together at run time, or the fallback where the catalogue has none. */
export const sayKnown = (key: string, fallback: string): string => (key in en ? say(key as Key) : fallback)
