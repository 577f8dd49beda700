// The parts around the world that fold away: what a person folded, which is remembered, and what the window has no room for.
import { type Folds, readSettings, writeSettings } from './settings.ts'
import type { Kit } from './state.ts'

/** `panels`: those beside the world; `strip`: the film strip of steps; `draft`: the unfinished step; `action`: the bar below the world. */
export type WindowPart = keyof Folds

/** How a part stands: in its place, over the world for a look, or folded. */
export type PartPlacement = 'inline' | 'over' | 'folded'

export interface FoldActions {
  /** Folds the part or shows it. Where it has no room it is shown over the world, until it is folded again; that is not remembered. */
  toggleFold(part: WindowPart): void
  /** Says what has room in its place, and how high the strip may be, in CSS pixels. */
  setRoom(room: Record<WindowPart, boolean>, stripMost: number): void
}

export interface Folding {
  folds: Folds
  room: Record<WindowPart, boolean>
  stripMost: number
  /** What lies over the world for a look. */
  over: WindowPart | null
}

export const startFolding = (): Folding => ({
  folds: readSettings().folds,
  room: { action: true, draft: true, strip: true, panels: true },
  stripMost: 300,
  over: null
})

export function standing(
  { folds, room, over }: Pick<Folding, 'folds' | 'room' | 'over'>,
  part: WindowPart
): PartPlacement {
  if (room[part] && !folds[part]) return 'inline'
  return over === part ? 'over' : 'folded'
}

export function foldActions({ get, set }: Pick<Kit, 'get' | 'set'>): FoldActions {
  return {
    toggleFold(part) {
      const { folds, room, over } = get()
      if (!room[part]) return set({ over: over === part ? null : part })
      const next = { ...folds, [part]: !folds[part] }
      writeSettings({ folds: next })
      set({ folds: next, over: null })
    },
    setRoom(room, stripMost) {
      const { over, folds, room: was, stripMost: most } = get()
      if (stripMost === most && PARTS.every((part) => room[part] === was[part])) return
      set({ room, stripMost, ...(over && room[over] && !folds[over] && { over: null }) })
    }
  }
}

const PARTS = ['action', 'draft', 'strip', 'panels'] as const
