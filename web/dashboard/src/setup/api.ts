// The part of the companion's API that sets a table up; /api describes it.
import { ask, post, type Note, type Outline, type Size } from '../lib/api'

export const steps = ['camera', 'tags', 'view', 'set', 'tower'] as const
export type Step = (typeof steps)[number]

export type Choices = { done: boolean; steps: Step[]; source: string; set: string }

export type Tag = { id: number; corners: [number, number][]; fits: boolean }
export type Look = {
  picture: number
  size: Size
  tags: Tag[]
  missing: number[]
  view: { height_mm: number; tilt_deg: number; tower_px: number } | null
  notes: Note[]
}

export type LensStep = { do: string; text: string; progress: number; size: Size; tags: Tag[] }

export type PieceSet = {
  name: string
  pitch_mm: number
  short: number
  long: number
  tower_diameter_mm: number
  tower_height_mm: number
  wall_thickness_mm: number
  wall_height_mm: number
  keep_mm: number
  keep_height_mm: number
  rough?: boolean
}
export type Sets = { sets: PieceSet[]; current: string }
export type LearnedPiece = { kind: 'tower' | 'short' | 'long' | 'keep'; color?: string; outline: [number, number][] }
export type Learned = { set: PieceSet; pieces: LearnedPiece[] }

export type Trial = {
  size: Size
  found: 'nothing' | 'hand' | 'tower' | 'larger' | 'smaller'
  outline: [number, number][]
}

export type HealthState = 'fine' | 'warning' | 'broken'
export type Finding = { name: string; state: HealthState; text: string; fix?: string }
export type Health = { state: HealthState; findings: Finding[] }

export const choices = () => ask<Choices>('setup')
export const did = (step: Step) => post<Choices>('setup', { step })
export const finish = () => post<Choices>('setup', { done: true })
export const look = () => ask<Look>('setup/look')
export const beginLens = () => post<void>('setup/lens', {})
export const guideLens = () => ask<LensStep>('setup/lens')
export const sets = () => ask<Sets>('setup/sets')
export const useSet = (name: string) => post<Sets>('setup/sets/current', { name })
export const keepSet = (set: PieceSet) => post<Sets>('setup/sets', set)
export const learnSet = () => post<Learned>('setup/sets/learn', {})
export const measureSet = () => post<Learned>('setup/sets/measure', {})
export const keepBare = () => post<void>('setup/bare', {})
export const tryTower = () => ask<Trial>('setup/tower')
export const health = () => ask<Health>('health')

export const tagOutlines = (tags: Tag[]): Outline[] =>
  tags.map(({ corners, fits }) => ({ kind: fits ? 'tag' : 'doubt', points: corners }))
export const pieceOutlines = (pieces: LearnedPiece[]): Outline[] =>
  pieces.map(({ kind, color, outline }) => ({ kind, color, points: outline }))
