// What the API tells of the deck that the next games are played with.
import { ask, type Card } from '../lib/api'

/** Which of the fields beside code and text matter depends on the code. */
export type Fault = {
  code: string
  text: string
  card?: string
  back?: Card['back']
  kind?: 'tower' | 'long' | 'short'
  found: number
  want: number
  known?: Card
}
export type Deck = { schema: string; note?: string; cards: Card[]; reconstruction: boolean; faults: Fault[] }

export const schema = 'castellan-deck/1'

const send = (method: string, path: string, file: string) =>
  ask<Deck>(path, { method, headers: { 'Content-Type': 'application/json' }, body: file })
const fileOf = (cards: Card[]) => JSON.stringify({ schema, cards })

export const currentDeck = () => ask<Deck>('deck')
export const keepDeck = (cards: Card[]) => send('PUT', 'deck', fileOf(cards))
export const forgetDeck = () => ask<Deck>('deck', { method: 'DELETE' })
export const checkDeck = (cards: Card[]) => checkFile(fileOf(cards))

/** Checks a castellan-deck/1 file. */
export const checkFile = (text: string) => send('POST', 'deck/check', text)
