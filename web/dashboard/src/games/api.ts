// What the API tells of games in the record.
import { ask, post, type Event, type Game, type Scores } from '../lib/api'

export type GameLine = {
  game: number
  place: string
  started_at: string
  last_at: string
  events: number
  players: string[]
  names?: Record<string, string>
  turns: number
  scores: Scores
  winner: string[]
  ended: boolean
  film: boolean
  /** The game from which this one was continued as a what-if. */
  continued_from?: number
}

export type PlayerLine = {
  name: string
  color: string
  games: number
  wins: number
  points: number
  best_points: number
  courtyards: number
  average_courtyard: number
  best_courtyard: number
  double_gain: number
  average_turn_s: number
  longest_turn_s: number
}
export type Statistics = { games: number; turns: number; players: PlayerLine[] }

export const games = () => ask<{ games: GameLine[] }>('games').then((answer) => answer.games)
export const statistics = () => ask<Statistics>('statistics')
export const stateAt = (game: number, seq: number) => ask<Game>(`games/${game}/states/${seq}`)
export const pictureAt = (game: number, seq: number) => `/api/v1/games/${game}/pictures/${seq}`
export const exported = (game: number, file: string) => `/api/v1/games/${game}/export/${file}`
export const continueFrom = (game: number, seq: number) => post<Game>(`games/${game}/continue`, { seq })

/** Sends a written game, as JSON or in the notation of games. */
export const importGame = (text: string) =>
  ask<Game>('games/import', {
    method: 'POST',
    headers: { 'Content-Type': text.trimStart().startsWith('{') ? 'application/json' : 'text/plain' },
    body: text,
  })

/** All events of a game. */
export async function allEvents(game: number): Promise<Event[]> {
  const all: Event[] = []
  for (;;) {
    const { events } = await ask<{ events: Event[] }>(`games/${game}/events?after=${all.at(-1)?.seq ?? 0}`)
    if (events.length === 0) return all
    all.push(...events)
  }
}
