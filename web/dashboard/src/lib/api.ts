// The companion's API as the dashboard uses it; /api describes all of it.

export type Node = [number, number]
export type Wall = { from: Node; to: Node }
export type Keep = { color: string; at: [number, number]; count: number }

export type Piece =
  | { kind: 'tower'; at: Node }
  | { kind: 'trial'; at: Node }
  | { kind: 'short'; at: Wall }
  | { kind: 'long'; at: Wall }
  | { kind: 'keep'; at: [number, number]; color: string; count: number }

export type Castle = { towers: Node[]; walls: Wall[]; keeps: Keep[]; trial: { tower: Node }[] }

export type Courtyard = {
  towers: Node[]
  area: number
  value: number
  owner: string | null
  double: boolean
  outline: Node[]
}

export type Violation = { code: string; text: string; pieces: Piece[] }
export type Question = { id: number; code: string; pieces: Piece[]; answers: string[] }
export type Scores = Record<string, number>

export type Status = {
  source: string
  film: boolean
  camera: 'none' | 'opening' | 'watching' | 'lost' | 'ended' | 'failed'
  quiet: boolean
  text: string
  record: string
}

export type Game = {
  game: number
  seq: number
  started_at: string
  players: string[]
  turn: { number: number; player: string }
  placed: Piece[]
  castle: Castle
  courtyards: Courtyard[]
  violations: Violation[]
  provisional: boolean
  scores: Scores
  keeps: Scores
  winner: string[]
  history: { at: string; turn: number; scores: Scores }[]
  questions: Question[]
  status: Status
}

type Facts = {
  game_started: { players: string[]; source: string }
  players_set: { players: string[]; turn: string; learned?: boolean }
  piece_placed: { piece: Piece; confidence: number }
  piece_removed: { piece: Piece }
  keep_changed: { from: Piece; to: Piece }
  courtyard_closed: { courtyard: Courtyard }
  courtyard_changed: { was: Courtyard; courtyard: Courtyard }
  courtyard_claimed: { courtyard: Courtyard }
  courtyard_opened: { courtyard: Courtyard }
  violation_found: { violation: Violation }
  violation_mended: { violation: Violation }
  score_changed: { scores: Scores; keeps: Scores; winner: string[] }
  turn_ended: { next: string }
  turn_undone: { turn: number; player: string }
  corrected: { add: Piece[] | null; remove: Piece[] | null; reason?: string }
  question_asked: { question: Question }
  question_answered: { id: number; answer: string }
  camera_noted: { what: string }
}

export type Event = {
  [K in keyof Facts]: {
    game: number
    seq: number
    at: string
    turn: number
    player: string
    kind: K
    data: Facts[K]
  }
}[keyof Facts]

export type Correction = { add?: Piece[]; remove?: Piece[] }

export type Source = { id: string; name: string }
/** The ID of the source that is a phone. */
export const phone = 'phone'

export type Outline = { kind: string; color?: string; points: [number, number][] }
export type Overlay = { size: [number, number]; outlines: Outline[] }

export type Message =
  | { kind: 'state'; state: Game; events?: Event[]; dropped?: number }
  | ({ kind: 'overlay' } & Overlay)

/** Why the companion did not do what it was asked to, in a sentence for people. */
export class Problem extends Error {}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api/v1/${path}`, init)
  const answer = await response.json()
  if (!response.ok) throw new Problem(answer?.error?.text ?? response.statusText)
  return answer
}

const command = (path: string, body: object) =>
  ask<Game>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

export const sources = () => ask<{ sources: Source[] }>('sources').then((answer) => answer.sources)
export const useSource = (id: string) => command('sources/current', { id })
export const phoneAddresses = () => ask<{ addresses: string[] }>('phone').then((answer) => answer.addresses)
export const newGame = (players: string[]) => command('games', { players })
export const endTurn = (turn: number) => command('games/current/turn/end', { turn })
export const undoTurn = () => command('games/current/turn/undo', {})
export const correct = (correction: Correction) => command('games/current/corrections', correction)
export const answerQuestion = (question: number, answer: string) =>
  command('games/current/answers', { question, answer })
export const eventsAfter = (game: number, after: number) =>
  ask<{ events: Event[] }>(`games/${game}/events?after=${after}`).then((answer) => answer.events)
