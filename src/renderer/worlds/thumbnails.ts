// What a frame of the timeline shows of its step: the screen's telling lines, fetched for the frames in sight.
import { useEffect, useRef, useState } from 'react'
import type { StepRow } from '../../core/contract/steps.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf, screenIn } from '../../core/domains/label.ts'
import { changes, pageOf, unchanged } from '../../core/observations/screens/screen.ts'
import type { StepId } from '../../core/tree/model.ts'
import { type OpenWorld, setup } from '../store/data.ts'
import { useActions } from '../store/index.ts'

// Scrolling past is not looking: frames are fetched once they stay.
const REST_MS = 120
// Thumbnails are a few hundred bytes each; past this many the oldest looks are worth fetching again.
const KEPT = 5000

/**
 * Thumbnails of the rows from `first` to `last` (indexes into the world's rows); the row's own preview until then. With the screens
 * at hand, the rows' labels name what was acted on.
 */
export function useThumbnails(world: OpenWorld, first: number, last: number): (row: StepRow) => string {
  const { peek, relabel } = useActions()
  const kept = useRef(new Map<StepId, Glimpse>())
  const [, redraw] = useState(0)
  const { rows, steps } = world
  const domain = findDomain(world.session.domain)
  const isScreen = domain.screen !== undefined
  const { initialState } = setup(world)
  const from = Math.max(0, first)
  const to = Math.min(rows.length - 1, last)
  useEffect(() => {
    const labels = new Map(rows.slice(from, to + 1).map(({ id, label }) => [id, label]))
    const keep = (some: typeof steps) => {
      if (kept.current.size > KEPT) kept.current.clear()
      const texts = new Map(some.map(({ id, observation }) => [id, observation.text]))
      let news = false
      for (const { id, parent, action, observation } of some) {
        const label = labels.get(id)
        if (label === undefined || kept.current.has(id)) continue
        const before = parent === null ? initialState : texts.get(parent)
        if (!isScreen) kept.current.set(id, { preview: thumbnailLine(observation.text, label), label })
        // Without the screen before it, what is new on this one cannot be told: it is fetched with it.
        else if (before === undefined) continue
        else kept.current.set(id, { preview: glance(observation.text, before), label: labelOf(domain, action, before) })
        news = true
      }
      const seen = [...labels.keys()].flatMap((id): [StepId, string][] => {
        const glimpse = kept.current.get(id)
        return glimpse ? [[id, glimpse.label]] : []
      })
      relabel(new Map(seen))
      if (news) redraw((count) => count + 1)
    }
    keep(steps)
    const end = rows[to]
    if (!end || [...labels.keys()].every((id) => kept.current.has(id))) return
    const timer = setTimeout(async () => keep(await peek(end.id, to - from + 2)), REST_MS)
    return () => clearTimeout(timer)
  }, [rows, steps, from, to, peek, relabel, domain, isScreen, initialState])
  return (row) => kept.current.get(row.id)?.preview ?? (isScreen ? '' : thumbnailLine(row.preview, row.label))
}

interface Glimpse {
  preview: string
  label: string
}

/** What can be read on a screen: its title, then what is new since the one `before`, then the rest. A text that is no screen tells of itself. */
export function glance(text: string, before = ''): string {
  const read = screenIn(text)
  if ('problem' in read) return thumbnailLine(text, '')
  if (unchanged(before, text)) return 'nothing changed'
  const { screen } = read
  const was = screenIn(before)
  const fresh = changes('problem' in was ? null : was.screen, screen)
  const said = (news: boolean) =>
    screen.nodes.flatMap((node, index) => (fresh.has(index) === news ? [node.name || node.value || node.text] : []))
  return [...new Set([pageOf(screen).title, ...said(true), ...said(false)].flatMap((one) => one?.trim() || []))]
    .slice(0, 6)
    .map((line) => line.slice(0, 60))
    .join('\n')
}

/** The first lines that tell something: neither the echo of the action, which is the label, nor the prompt it stood at. */
export function thumbnailLine(text: string, label: string): string {
  const [first = '', ...rest] = text.slice(0, 2000).split('\n')
  const echoed = label !== '' && first.endsWith(label)
  const prompt = echoed ? first.slice(0, -label.length).trim() : null
  return (echoed ? rest : [first, ...rest])
    .filter((line) => line.trim() !== '' && line.trim() !== prompt)
    .slice(0, 6)
    .map((line) => line.slice(0, 60))
    .join('\n')
}
