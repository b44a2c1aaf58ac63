// The words of the pages for setting up.
import de from '../../../words/setup.de.json'
import en from '../../../words/setup.en.json'
import fr from '../../../words/setup.fr.json'
import { speaker } from '../lib/speech'

export { language } from '../lib/speech'
export type Key = keyof typeof en

export const say = speaker<Key>({ en, de, fr })
