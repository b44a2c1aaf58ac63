// The words of the pages for setting up, in the language of the person's browser.
import de from '../../../words/setup.de.json'
import en from '../../../words/setup.en.json'
import fr from '../../../words/setup.fr.json'

export type Key = keyof typeof en
type Phrase = string | { one: string; other: string }

const catalogues: Record<string, Record<Key, Phrase>> = { en, de, fr }

/** The first of the person's languages that there are words in. */
export const language =
  navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in catalogues) ?? 'en'

const catalogue = catalogues[language] ?? en
const plural = new Intl.PluralRules(language)

/** The phrase for a key with its values filled in; a value `count` chooses between one and many. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  const phrase = catalogue[key]
  const text =
    typeof phrase === 'string' ? phrase : phrase[plural.select(Number(values.count)) === 'one' ? 'one' : 'other']
  return text.replace(/\{\{\.(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
