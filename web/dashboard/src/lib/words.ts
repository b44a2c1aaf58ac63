// The words that people read, from the catalogue that the dashboard shares with the server (go-i18n's format).
import en from '../../../words/en.json'

export type Key = keyof typeof en
type Phrase = string | { one: string; other: string }

const catalogue: Record<Key, Phrase> = en
const plural = new Intl.PluralRules('en')
const list = new Intl.ListFormat('en-GB')

export type Values = Record<string, string | number>

/** The phrase for a key with its values filled in; a value `count` chooses between one and many. */
export function say(key: Key, values: Values = {}): string {
  const phrase = catalogue[key]
  const text =
    typeof phrase === 'string' ? phrase : phrase[plural.select(Number(values.count)) === 'one' ? 'one' : 'other']
  return text.replace(/\{\{\.(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The phrase for a key that is put together at run time, or the fallback where the catalogue has none. */
export function sayKnown(key: string, values: Values = {}, fallback = key): string {
  return key in catalogue ? say(key as Key, values) : fallback
}

export const and = (parts: string[]) => list.format(parts)

export const colorName = (color: string) => sayKnown(`color.${color}`, {}, color)
