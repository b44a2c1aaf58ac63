import type { Event } from './api'

/**
 * The numbers of the events in which a person corrected something. Where no camera watches, adding pieces by hand is how the game is
 * played, and corrects nothing.
 */
export function corrections(events: Event[]): Set<number> {
  const found = new Set<number>()
  let watched = false
  for (const e of events) {
    switch (e.kind) {
      case 'game_started':
        watched = e.data.source !== ''
        break
      case 'game_continued':
        watched = false
        break
      case 'piece_placed': // only a camera sees pieces come
        watched = true
        break
      case 'corrected':
        if (watched || e.data.earlier || e.data.remove?.length) found.add(e.seq)
        break
      case 'ruling_overruled':
      case 'score_overruled':
      case 'turn_undone':
        found.add(e.seq)
    }
  }
  return found
}
