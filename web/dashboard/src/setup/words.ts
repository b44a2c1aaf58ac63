// The words of the pages for setting up.
import de from '../../../words/setup.de.json'
import en from '../../../words/setup.en.json'
import fr from '../../../words/setup.fr.json'
import type { Note } from '../lib/api'
import { and, speaker, type Values } from '../lib/speech'

export { language } from '../lib/speech'
export type Key = keyof typeof en

export const say = speaker<Key>({ en, de, fr })

/** The phrase for a key that is put together at run time, or the fallback where the catalogue has none. */
export const sayKnown = (key: string, fallback: string, values: Values = {}): string =>
  key in en ? say(key as Key, values) : fallback

/** What a note is about: the tags that it names. */
export const noteValues = ({ tags = [] }: Note): Values => ({ count: tags.length, tags: and(tags.map(String)) })

/** What a note says, in words for setting up. */
export const sayNote = (note: Note): string => sayKnown(`note.${note.code}`, note.text, noteValues(note))
