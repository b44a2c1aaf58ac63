// Phrases in the language of the person's browser, from catalogues in go-i18n's format.

export type Phrase = string | { one: string; other: string }
export type Values = Record<string, string | number>

const known = ['en', 'de', 'fr'] as const
type Language = (typeof known)[number]

/** The first of the person's languages that there are words in. */
export const language: Language =
  navigator.languages.map((tag) => known.find((l) => l === tag.slice(0, 2))).find((l) => l !== undefined) ?? 'en'

const plural = new Intl.PluralRules(language)

/** Says the phrase for a key with its values filled in; a value `count` chooses between one and many. */
export function speaker<K extends string>(catalogues: Record<Language, Record<K, Phrase>>) {
  const catalogue = catalogues[language]
  return (key: K, values: Values = {}): string => {
    const phrase = catalogue[key]
    const text =
      typeof phrase === 'string' ? phrase : phrase[plural.select(Number(values.count)) === 'one' ? 'one' : 'other']
    return text.replace(/\{\{\.(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language)

/** A list in words: one, two and three. */
export const and = (parts: string[]) => list.format(parts)
