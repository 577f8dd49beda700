// What a frame of the timeline shows of its step: the screen's telling lines, fetched for the frames in sight.
import { useEffect, useRef, useState } from 'react'
import type { StepRow } from '../../core/api.ts'
import { findDomain } from '../../core/domains/index.ts'
import type { StepId } from '../../core/model.ts'
import { readScreen } from '../../core/readers/index.ts'
import { pageOf } from '../../core/screen.ts'
import type { World } from '../data.ts'
import { useActions } from '../store.ts'

// Scrolling past is not looking: frames are fetched once they stay.
const REST_MS = 120
// Thumbnails are a few hundred bytes each; past this many the oldest looks are worth fetching again.
const KEPT = 5000

/** Thumbnails of the rows from `first` to `last` (indexes into the world's rows); the row's own preview until then. */
export function useThumbnails(world: World, first: number, last: number): (row: StepRow) => string {
  const { peek } = useActions()
  const kept = useRef(new Map<StepId, string>())
  const [, redraw] = useState(0)
  const { rows, steps } = world
  const tell = findDomain(world.session.domain).touch ? glance : telling
  const from = Math.max(0, first)
  const to = Math.min(rows.length - 1, last)
  useEffect(() => {
    const labels = new Map(rows.slice(from, to + 1).map(({ id, label }) => [id, label]))
    const keep = (some: typeof steps) => {
      if (kept.current.size > KEPT) kept.current.clear()
      let news = false
      for (const { id, observation } of some) {
        const label = labels.get(id)
        if (label === undefined || kept.current.has(id)) continue
        kept.current.set(id, tell(observation.text, label))
        news = true
      }
      if (news) redraw((count) => count + 1)
    }
    keep(steps)
    const end = rows[to]
    if (!end || [...labels.keys()].every((id) => kept.current.has(id))) return
    const timer = setTimeout(async () => keep(await peek(end.id, to - from + 1)), REST_MS)
    return () => clearTimeout(timer)
  }, [rows, steps, from, to, peek, tell])
  return (row) => kept.current.get(row.id) ?? (tell === telling ? telling(row.preview, row.label) : '')
}

/** What can be read first on a screen: its title, and the names on it. A text that is no screen tells of itself. */
export function glance(text: string): string {
  const read = readScreen(text)
  if ('problem' in read) return telling(text, '')
  const { screen } = read
  const { title } = pageOf(screen)
  const said = screen.nodes.map((node) => node.name || node.value || node.text)
  return [...new Set([title, ...said].flatMap((one) => one?.trim() || []))]
    .slice(0, 6)
    .map((line) => line.slice(0, 60))
    .join('\n')
}

/** The first lines that tell something: neither the echo of the action, which is the label, nor the prompt it stood at. */
export function telling(text: string, label: string): string {
  const [first = '', ...rest] = text.slice(0, 2000).split('\n')
  const echoed = label !== '' && first.endsWith(label)
  const prompt = echoed ? first.slice(0, -label.length).trim() : null
  return (echoed ? rest : [first, ...rest])
    .filter((line) => line.trim() !== '' && line.trim() !== prompt)
    .slice(0, 6)
    .map((line) => line.slice(0, 60))
    .join('\n')
}
