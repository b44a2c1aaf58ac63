// Who plays.
import { colorName } from './words'

/** The players' names by colour, as the game has them now. */
export const people = $state<{ names: Record<string, string> }>({ names: {} })

/** The player of this colour, by name or, where there is none, by colour. */
export const playerName = (color: string) => people.names[color] || colorName(color)
