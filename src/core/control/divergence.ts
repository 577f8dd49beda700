// Several runs as a tree: they stay together while both what is done and what is observed are the same.

import { largest } from '../text/extremes.ts'
import { clip } from '../tree/cut.ts'
import type { Stretch } from './divergence-tree.ts'

/** One turn of a run. */
export interface TakenAction {
  /** Text that is equal for equal actions. */
  action: string
  observation: string
  /** The action in one line, asked for once for each turn that is told. */
  label(): string
}

// In characters: what is shown of a line, and how much of what it shares with others.
const MOST = 200
const LEAD = 40

// A run is read as action, observation, action, observation …; a moment is the place of one of them.
const momentOf = (run: readonly TakenAction[], at: number): string | undefined =>
  at % 2 ? run[at >> 1]?.observation : run[at >> 1]?.action

interface Open extends Pick<Stretch, 'parent' | 'runs' | 'differs'> {
  from: number
}

/**
 * @param runs the turns of each, oldest first
 * @returns the beginning first, then each branch with all that follows it, those of more runs first; runs are named by their place.
 *   `[]` without a run
 */
export function divergence(runs: readonly (readonly TakenAction[])[]): Stretch[] {
  const found: Stretch[] = []
  const turnsOf = (run: number) => runs[run] ?? []
  const open: Open[] = runs.length ? [{ parent: null, runs: [...runs.keys()], differs: null, from: 0 }] : []
  for (let next = open.pop(); next; next = open.pop()) {
    const { from, ...stretch } = next
    const [first = [], ...others] = stretch.runs.map(turnsOf)
    let to = from
    for (let now = momentOf(first, to); now !== undefined; now = momentOf(first, ++to)) {
      if (others.some((run) => momentOf(run, to) !== now)) break
    }
    const ended = stretch.runs.filter((run) => momentOf(turnsOf(run), to) === undefined)
    const groups = new Map<string, number[]>()
    for (const run of stretch.runs) {
      const now = momentOf(turnsOf(run), to)
      if (now !== undefined) groups.set(now, [...(groups.get(now) ?? []), run])
    }
    const apart = [...groups].sort(([, a], [, b]) => b.length - a.length)
    const by = to % 2 ? 'observation' : 'action'
    const differs = apart.length > 1 ? differences(apart, by, (run) => turnsOf(run)[to >> 1]?.label() ?? '') : []
    const place = found.length
    found.push({
      ...stretch,
      turns: told(first, from, to),
      ended,
      parts: apart.length > 1 ? by : apart.length ? 'end' : null
    })
    const following = apart.map(([, together], index) => ({
      ...{ parent: place, runs: together, differs: differs[index] ?? null, from: to }
    }))
    for (const one of following.reverse()) open.push(one)
  }
  return found
}

/** The turns that have a moment from `from` up to `to`, `to` left out. */
function told(run: readonly TakenAction[], from: number, to: number): Stretch['turns'] {
  return run.slice(from >> 1, (to + 1) >> 1).map(({ label }, index) => {
    const at = 2 * ((from >> 1) + index)
    return { turn: at / 2 + 1, action: at >= from ? label() : null, observed: at + 1 < to }
  })
}

type Differs = NonNullable<Stretch['differs']>

/** What tells each group from the others: the line of an action where that is enough, else the place in which the texts differ. */
function differences(
  apart: [text: string, runs: number[]][],
  by: 'action' | 'observation',
  label: (run: number) => string
): Differs[] {
  const texts = apart.map(([text]) => text)
  if (by === 'observation') return toldApart(texts)
  const labels = apart.map(([, [run = 0]]) => label(run))
  return new Set(labels).size === labels.length ? labels.map((text) => ({ line: 1, text })) : toldApart(texts)
}

/** For each of several texts, the line that tells it from the one that is most like it, from where they begin to differ. */
function toldApart(texts: string[]): Differs[] {
  // With an end to each line, a shorter text differs from a longer one in a line of its own.
  const whole = texts.map((text) => `${text}\n`)
  const textOf = (index: number) => whole[index] ?? ''
  // In this order the text with the longest common beginning stands beside.
  const order = [...whole.keys()].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  const shared = new Map<number, number>()
  for (const [index, one] of order.entries()) {
    const beside = [order[index - 1], order[index + 1]].flatMap((other) =>
      other === undefined ? [] : common(textOf(one), textOf(other))
    )
    shared.set(one, largest(beside, 0))
  }
  return whole.map((text, index) => lineAt(text, shared.get(index) ?? 0))
}

/** How many characters two texts have in common at their beginning. */
function common(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

function lineAt(text: string, at: number): Differs {
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
  const line = text.slice(0, start).split('\n').length
  if (at >= text.length) return { line, text: null }
  const rest = text.slice(Math.max(start, at - LEAD), text.indexOf('\n', at))
  // Half a character at the front is left out.
  const shown = `${at - LEAD > start ? '…' : ''}${rest.replace(/^[\uDC00-\uDFFF]/, '').trimEnd()}`
  return { line, text: shown.length > MOST ? `${clip(shown, MOST)}…` : shown }
}
