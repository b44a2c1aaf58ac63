// Where a person who corrects the camera may add a piece.
import type { Castle, Node, Piece, Wall } from './api'

/** The kinds of piece that are corrected on the plan. */
export const linkedKinds = ['tower', 'short', 'long'] as const
export type LinkedKind = (typeof linkedKinds)[number]

const steps: Node[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
]
const along = ([i, j]: Node, [di, dj]: Node, by: number): Node => [i + di * by, j + dj * by]
const name = (node: Node) => `${node}`

/** The towers or walls of a kind that stand. */
export function standing(kind: LinkedKind, castle: Castle): Piece[] {
  if (kind === 'tower') return castle.towers.map((at) => ({ kind, at }))
  return castle.walls.filter((w) => length(w) === (kind === 'long' ? 2 : 1)).map((at) => ({ kind, at }))
}

/** Where a piece of this kind would be joined to the castle and stand on no other piece; anything further the rules tell. */
export function free(kind: LinkedKind, castle: Castle): Piece[] {
  const towers = new Set(castle.towers.map(name))
  if (kind === 'tower') {
    if (castle.towers.length + castle.walls.length === 0) return [{ kind, at: [0, 0] }]
    const ends = new Map(castle.walls.flatMap((w) => [w.from, w.to]).map((end) => [name(end), end]))
    return [...ends.values()].filter((end) => !towers.has(name(end))).map((at) => ({ kind, at }))
  }
  const covered = new Set(castle.walls.flatMap(units))
  const found = new Map<string, Piece>()
  for (const tower of castle.towers) {
    for (const step of steps) {
      const far = along(tower, step, kind === 'long' ? 2 : 1)
      const wall = step[0] + step[1] > 0 ? { from: tower, to: far } : { from: far, to: tower }
      const crossed = kind === 'long' && towers.has(name(along(tower, step, 1)))
      if (!crossed && !units(wall).some((unit) => covered.has(unit))) {
        found.set(units(wall).join(), { kind, at: wall })
      }
    }
  }
  return [...found.values()]
}

const length = ({ from, to }: Wall) => Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1])

/** The unit stretches that a wall covers, each by its middle. */
function units(wall: Wall): string[] {
  const whole = length(wall)
  const step: Node = [(wall.to[0] - wall.from[0]) / whole, (wall.to[1] - wall.from[1]) / whole]
  return Array.from({ length: whole }, (_, k) => name(along(wall.from, step, k + 0.5)))
}
