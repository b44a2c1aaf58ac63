// Events in words.
import type { Event, Piece, Scores } from './api'
import { corrections } from './corrections'
import { playerName } from './people.svelte'
import { and, colorName, ruling, say, sayKnown } from './words'

export type Tone = 'plain' | 'good' | 'warn' | 'quiet'

/** A line of the list of events. Lines that tell of pieces grow while more of the same come. */
export type Line = { seq: number; text: string; tone: Tone; color?: string }
export type Chapter = { turn: number; player: string; lines: Line[] }

const order: Piece['kind'][] = ['tower', 'short', 'long', 'keep', 'trial']

/** "2 towers and a short wall" */
export function pieces(list: Piece[]): string {
  const parts = order.flatMap((kind) => {
    const count = list.filter((p) => p.kind === kind).length
    return count > 0 ? [say(`piece.${kind}`, { count })] : []
  })
  return and(parts)
}

/** "Red double keep", "2 towers" */
export function named(list: Piece[]): string {
  const [piece] = list
  if (piece?.kind !== 'keep' || list.length > 1) return pieces(list)
  return say(piece.count > 1 ? 'piece.keep.double' : 'piece.keep.of', { color: colorName(piece.color) })
}

/** "Red 12 · Blue 9" */
const scoreLine = (scores: Scores, players: string[]) =>
  players.map((color) => `${playerName(color)} ${scores[color] ?? 0}`).join(' · ')

/** All events as chapters, one for each turn, newest first; so are the lines of a chapter. */
export function chapters(events: Event[], players: string[]): Chapter[] {
  const all: Chapter[] = []
  const corrected = corrections(events)
  let run: { key: 'event.placed' | 'event.removed'; line: Line; pieces: Piece[] } | undefined
  let scores = ''
  for (const e of events) {
    let chapter = all[0]
    if (chapter?.turn !== e.turn) {
      chapter = { turn: e.turn, player: e.player, lines: [] }
      all.unshift(chapter)
      run = undefined
    }
    chapter.player ||= e.player
    const byHand = e.kind === 'corrected' && !corrected.has(e.seq)
    const moved = byHand ? (e.data.add ?? []) : e.kind === 'piece_placed' || e.kind === 'piece_removed' ? [e.data.piece] : []
    const grey = moved.filter(isGrey)
    if (grey.length > 0) {
      const key = e.kind === 'piece_removed' ? 'event.removed' : 'event.placed'
      if (run?.key !== key) {
        run = { key, line: { seq: e.seq, text: '', tone: 'plain' }, pieces: [] }
        chapter.lines.unshift(run.line)
      }
      run.pieces.push(...grey)
      run.line.text = say(key, { pieces: pieces(run.pieces) })
    }
    if (grey.length > 0 || byHand) continue
    if (e.kind === 'score_changed') {
      const now = scoreLine(e.data.scores, players)
      if (now === scores || (!scores && Object.values(e.data.scores).every((points) => points === 0))) continue
      scores = now
      chapter.lines.unshift({ seq: e.seq, text: now, tone: 'quiet' })
      run = undefined
      continue
    }
    const line = tell(e)
    if (!line) continue
    chapter.lines.unshift(line)
    if (e.kind !== 'camera_noted') run = undefined
  }
  return all
}

const signed = (points: number) => (points > 0 ? `+${points}` : `−${-points}`)

const isGrey = (p: Piece) => p.kind !== 'keep' && p.kind !== 'trial'

function tell(e: Event): Line | undefined {
  const line = (text: string, tone: Tone = 'plain', color?: string): Line => ({ seq: e.seq, text, tone, color })
  switch (e.kind) {
    case 'game_started':
      return line(say('event.game_started'), 'quiet')
    case 'players_set':
      return line(say('event.players_set', { players: and(e.data.players.map(playerName)) }), 'quiet')
    case 'piece_placed':
      // A keep shows as the claim that follows.
      return e.data.piece.kind === 'trial' ? line(say('event.trial'), 'quiet') : undefined
    case 'piece_removed':
      if (e.data.piece.kind === 'trial') return line(say('event.trial.over'), 'quiet')
      if (e.data.piece.kind === 'keep')
        return line(say('event.keep_removed', { color: colorName(e.data.piece.color) }), 'plain', e.data.piece.color)
      return undefined
    case 'keep_changed': {
      const { from, to } = e.data
      if (from.kind !== 'keep' || to.kind !== 'keep') return undefined
      const key = to.count > from.count ? 'event.keep_doubled' : 'event.keep_changed'
      return line(say(key, { color: colorName(to.color) }), 'quiet', to.color)
    }
    case 'courtyard_closed': {
      const { value, owner } = e.data.courtyard
      return owner ? claimed(e.data.courtyard, line) : line(say('event.courtyard_closed', { value }), 'good')
    }
    case 'courtyard_claimed':
      return claimed(e.data.courtyard, line)
    case 'courtyard_changed':
      return line(say('event.courtyard_changed', { value: e.data.courtyard.value, before: e.data.was.value }))
    case 'courtyard_opened':
      return line(say('event.courtyard_opened', { value: e.data.courtyard.value }))
    case 'violation_found':
      return line(ruling(e.data.violation), 'warn')
    case 'violation_mended':
      return line(say('event.violation_mended', { text: ruling(e.data.violation) }), 'quiet')
    case 'ruling_overruled':
      return line(say('event.ruling_overruled', { text: ruling(e.data.violation) }))
    case 'score_overruled': {
      const { player, points, reason } = e.data
      return line(say('event.score_overruled', { player: playerName(player), points: signed(points), reason }), 'plain', player)
    }
    case 'cards_played':
      return e.data.cards.length > 0 ? line(say('event.cards_played', { count: e.data.cards.length }), 'quiet') : undefined
    case 'pieces_passed':
      return line(say('event.pieces_passed'))
    case 'turn_refused':
      return line(say('event.turn_refused', { text: e.data.reasons.map(ruling).join(' ') }), 'warn')
    case 'turn_redone':
      return line(say('event.turn_redone'), 'quiet')
    case 'game_ended':
      return line(say('event.game_ended'), 'good')
    case 'game_reopened':
      return line(say('event.game_reopened'), 'quiet')
    case 'house_changed':
      return line(say('event.house_changed'), 'quiet')
    case 'game_continued':
      return line(say('event.game_continued', { game: e.data.game }), 'quiet')
    case 'score_changed': // told by chapters
      return undefined
    case 'turn_ended': // the next chapter's heading says it
      return e.data.overruled?.length
        ? line(say('event.turn_overruled', { text: e.data.overruled.map(ruling).join(' ') }), 'warn')
        : undefined
    case 'turn_undone':
      return line(say('event.turn_undone', { number: e.data.turn }), 'quiet')
    case 'corrected': {
      const parts = [named(e.data.add ?? [])]
      if (e.data.remove?.length) parts.push(say('piece.minus', { pieces: named(e.data.remove) }))
      return line(say('event.corrected', { what: parts.filter(Boolean).join(', ') }))
    }
    case 'question_asked':
      return line(sayKnown(`event.question.${e.data.question.code}`), 'warn')
    case 'question_answered':
      return line(sayKnown(`event.answer.${e.data.answer}`, {}, say('event.answer')), 'quiet')
    case 'camera_noted':
      return line(sayKnown(`event.camera.${e.data.what}`), 'quiet')
  }
}

function claimed(
  c: { value: number; owner: string | null; double: boolean },
  line: (text: string, tone?: Tone, color?: string) => Line,
) {
  const owner = c.owner ?? ''
  const key = c.double ? 'event.courtyard_doubled' : 'event.courtyard_claimed'
  return line(say(key, { owner: playerName(owner), value: c.value }), 'good', owner)
}
