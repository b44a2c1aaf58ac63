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

export type Violation = { code: string; text: string; pieces: Piece[]; reminder?: boolean; overruled?: boolean }
export type Question = { id: number; code: string; pieces: Piece[]; seen?: Piece[]; answers: string[] } & {
  /** The event whose picture shows the doubt, that picture's size, and the part that matters: x0, y0, x1, y1 in pixels. */
  picture?: number
  size?: [number, number]
  box?: [number, number, number, number]
  /** What stands at a place in doubt by each of the answers. */
  choices?: Piece[][]
}
export type Reason = { code: string; turn: number; where: string; text: string }
export type Refusal = { reminder: boolean; reasons: Reason[] }

/** Towers, long and short walls by number. */
export type Supply = { tower: number; long: number; short: number }
export type Card = { id: string; back: 'wall' | 'tower'; towers: number; long: number; short: number; draw: number }
export type CardMode = 'ignored' | 'counted' | 'tapped' | 'tracked'

export type House = { names?: Record<string, string>; laid_is_played: boolean; end_after_s: number }
export type Beginning = { players: string[]; first?: string; cards?: CardMode; deck?: Card[] } & Partial<House>

export type Checklist = {
  hand: string[]
  owed: Supply
  due?: Supply
  built: Supply
  passed: Supply
  left?: Supply
  unclaimed: number
  draw: number
  complete: boolean
}
export type Scores = Record<string, number>

export type Status = {
  source: string
  source_id: string
  film: boolean
  camera: 'none' | 'opening' | 'watching' | 'lost' | 'ended' | 'failed'
  quiet: boolean
  text: string
  /** The same by a code, where there is one. */
  code: string
  notice: string
  record: string
  /** What keeps the camera from seeing well now, and what it got over just now. */
  notes: Note[]
}

/** What keeps a camera from seeing well; tags are the ids of those that it is about. */
export type Note = { code: string; text: string; tags?: number[] }

export type Game = {
  game: number
  seq: number
  started_at: string
  players: string[]
  first: string
  cards: CardMode
  deck?: Card[]
  names?: Record<string, string>
  laid_is_played: boolean
  end_after_s: number
  turn: { number: number; player: string; cards: string[]; pieces?: Supply; passed: Supply }
  final_round: boolean
  ended: boolean
  can_redo: boolean
  checklist: Checklist
  refused?: Refusal
  adjustments: { player: string; points: number; reason: string }[]
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
  cards_played: { cards: string[]; pieces?: Supply }
  pieces_passed: { passed: Supply }
  turn_ended: { next: string; overruled?: Reason[] }
  turn_refused: Refusal
  turn_undone: { turn: number; player: string }
  turn_redone: { next: string }
  game_ended: { by_hand: boolean }
  game_reopened: object
  corrected: { add: Piece[] | null; remove: Piece[] | null; earlier?: boolean; reason?: string }
  ruling_overruled: { violation: Violation; reason?: string }
  score_overruled: { player: string; points: number; reason: string }
  house_changed: House
  game_continued: { game: number; seq: number }
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
    /** The number of the event whose picture shows this one. */
    picture?: number
  }
}[keyof Facts]

export type Correction = { add?: Piece[]; remove?: Piece[]; earlier?: boolean }

export type Size = [number, number]
/** Formats are what a camera's pictures can be like; a problem is why it cannot be used. */
export type Source = { id: string; name: string; formats?: { size: Size; rate: number }[]; problem?: string; problem_code?: string }
/** The ID of the source that is a phone. */
export const phone = 'phone'

export type Outline = { kind: string; color?: string; points: [number, number][] }
export type Overlay = { size: [number, number]; outlines: Outline[] }

export type Message =
  | { kind: 'state'; state: Game; events?: Event[]; dropped?: number }
  | ({ kind: 'overlay' } & Overlay)

/** Why the companion did not do what it was asked to, in a sentence for people. With reasons it was the referee who refused. */
export class Problem extends Error {
  constructor(
    text: string,
    readonly reasons: Reason[] = [],
    readonly code = '',
  ) {
    super(text)
  }
}

/** Asks the API and returns its answer, or throws a Problem. */
export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api/v1/${path}`, init)
  const answer = response.status === 204 ? undefined : await response.json()
  if (!response.ok) throw new Problem(answer?.error?.text ?? response.statusText, answer?.error?.reasons, answer?.error?.code)
  return answer
}

/** Sends a body in JSON and returns the answer. */
export const post = <T>(path: string, body: object) =>
  ask<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const command = (path: string, body: object) => post<Game>(path, body)

export const sources = () => ask<{ sources: Source[] }>('sources').then((answer) => answer.sources)
export const useSource = (id: string, size?: Size) => command('sources/current', { id, size })
export const connectCamera = (address: string) => command('sources', { address })
export const phoneAddresses = () => ask<{ addresses: string[] }>('phone').then((answer) => answer.addresses)
export const joinAddresses = () => ask<{ addresses: string[] }>('join').then((answer) => answer.addresses)
export const newGame = (beginning: Beginning) => command('games', beginning)
export const endTurn = (turn: number, how: { anyway?: boolean; put_right?: boolean } = {}) =>
  command('games/current/turn/end', { turn, ...how })
export const undoTurn = () => command('games/current/turn/undo', {})
export const redoTurn = () => command('games/current/turn/redo', {})
export const playCards = (cards: string[], pieces?: Supply) => command('games/current/cards', { cards, pieces })
export const passOn = () => command('games/current/pass', {})
export const endGame = () => command('games/current/end', {})
export const changeHouse = (house: House) => command('games/current/house', house)
export const overrule = ({ code, pieces }: Violation) => command('games/current/overruled', { code, pieces })
export const overruleScore = (player: string, points: number, reason: string) =>
  command('games/current/score', { player, points, reason })
export const placeFor = (kind: keyof Supply) =>
  ask<{ place: Piece | null }>(`games/current/place?kind=${kind}`).then((answer) => answer.place)
export const correct = (correction: Correction) => command('games/current/corrections', correction)
export const answerQuestion = (question: number, answer: string) =>
  command('games/current/answers', { question, answer })
export const eventsAfter = (game: number, after: number) =>
  ask<{ events: Event[] }>(`games/${game}/events?after=${after}`).then((answer) => answer.events)
