// The words that people read, in the language of their browser, from the catalogues that the dashboard shares with the server
// (go-i18n's format).
import de from '../../../words/de.json'
import en from '../../../words/en.json'
import fr from '../../../words/fr.json'
import { and, language, speaker, type Values } from './speech'

export type Key = keyof typeof en

export { and, language, type Values }

export const say = speaker<Key>({ en, de, fr })

/** The phrase for a key that is put together at run time, or the fallback where the catalogue has none. */
export function sayKnown(key: string, values: Values = {}, fallback = key): string {
  return key in en ? say(key as Key, values) : fallback
}

export const colorName = (color: string) => sayKnown(`color.${color}`, {}, color)

/** The name of a source: in the person's language for those that are the companion's own. */
export const sourceName = (id: string, name: string) => sayKnown(`camera.source.${id}`, {}, name)

/** What a ruling says: by its code in the person's language, or as the referee put it. */
export const ruling = ({ code, text }: { code: string; text: string }) => sayKnown(`ruling.${code}`, {}, text)
