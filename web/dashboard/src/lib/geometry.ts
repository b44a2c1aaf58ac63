// The plan's geometry, in lattice units with y down as on the screen.
import type { Castle, Courtyard, Node, Piece, Wall } from './api'

export type Point = { x: number; y: number }
export type Box = { left: number; top: number; width: number; height: number }

/** The pieces as somebody sees them who sits so many quarter turns further round the table. */
export function seenFrom(quarters: number, castle: Castle, courtyards: Courtyard[], pieces: Piece[]) {
  const at = (place: [number, number]): [number, number] => {
    for (let k = 0; k < quarters; k++) place = [-place[1], place[0]]
    return place
  }
  const wall = (w: Wall): Wall => ({ from: at(w.from), to: at(w.to) })
  const piece = (p: Piece): Piece =>
    p.kind === 'short' || p.kind === 'long' ? { ...p, at: wall(p.at) } : { ...p, at: at(p.at) }
  return {
    castle: {
      towers: castle.towers.map(at),
      walls: castle.walls.map(wall),
      keeps: castle.keeps.map((k) => ({ ...k, at: at(k.at) })),
      trial: castle.trial.map((t) => ({ tower: at(t.tower) })),
    },
    courtyards: courtyards.map((c) => ({ ...c, towers: c.towers.map(at), outline: c.outline.map(at) })),
    pieces: pieces.map(piece),
  }
}

export const point = ([i, j]: Node | [number, number]): Point => ({ x: i, y: -j })

/** The part of the plane to show: the castle with a margin, and never less than a beginning castle needs. */
export function bounds(castle: Castle, margin = 0.8, least = 5): Box {
  const points = [
    ...castle.towers,
    ...castle.walls.flatMap((w) => [w.from, w.to]),
    ...castle.trial.map((t) => t.tower),
  ].map(point)
  if (points.length === 0) return { left: -least / 2, top: -least / 2, width: least, height: least }
  const xs = points.map((p) => p.x)
  const ys = points.map((p) => p.y)
  const side = (values: number[]): [number, number] => {
    const low = Math.min(...values) - margin
    const high = Math.max(...values) + margin
    const missing = Math.max(0, least - (high - low))
    return [low - missing / 2, high - low + missing]
  }
  const [left, width] = side(xs)
  const [top, height] = side(ys)
  return { left, top, width, height }
}

export const towerRadius = 0.28
export const wallWidth = 0.26

/** Where in a courtyard there is most room to write, as near to its middle as may be, and how far that is from any piece. */
export function roomiest(outline: Node[], { walls, towers }: Castle): { at: Point; room: number } {
  const corners = outline.map(point)
  const xs = corners.map((p) => p.x)
  const ys = corners.map((p) => p.y)
  const center = { x: mean(xs), y: mean(ys) }
  const around = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
  const touches = (p: Point) =>
    p.x >= around.left - 2 && p.x <= around.right + 2 && p.y >= around.top - 2 && p.y <= around.bottom + 2
  const bars = walls.map((w) => ({ a: point(w.from), b: point(w.to) })).filter(({ a }) => touches(a))
  const discs = towers.map(point).filter(touches)
  let best = { at: center, room: 0 }
  let bestAway = Infinity
  for (let x = around.left + 0.5; x < around.right; x += 0.25) {
    for (let y = around.top + 0.5; y < around.bottom; y += 0.25) {
      const at = { x, y }
      if (!inside(corners, at)) continue
      const room = Math.min(
        ...bars.map(({ a, b }) => fromSegment(at, a, b) - wallWidth / 2),
        ...discs.map((t) => Math.hypot(t.x - at.x, t.y - at.y) - towerRadius),
      )
      const away = Math.hypot(x - center.x, y - center.y)
      if (room > best.room + 1e-9 || (room > best.room - 1e-9 && away < bestAway)) {
        best = { at, room }
        bestAway = away
      }
    }
  }
  return best
}

/** Whether a place lies in the courtyard with this border. */
export const lies = (place: [number, number], outline: Node[]) => inside(outline.map(point), point(place))

const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

function inside(corners: Point[], p: Point): boolean {
  let odd = false
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length] ?? a
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd
  })
  return odd
}

function fromSegment(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const along = dx || dy ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy))) : 0
  return Math.hypot(p.x - a.x - along * dx, p.y - a.y - along * dy)
}

/** A, B, C, … for the pieces that a question lets people choose from. */
export const letter = (k: number) => String.fromCharCode(65 + k)
