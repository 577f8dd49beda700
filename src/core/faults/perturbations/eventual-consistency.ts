// What is new or changed shows only after it was read a few times.
import { z } from 'zod'
import { alterData, hasData } from '../data-alter.ts'
import { identityOf, itemsIn } from '../data-items.ts'
import { argumentsOf, framedTurn, isRead, sameTurns, writesIn } from '../data-past.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** So many reads go by before a change shows. */
  reads: z.int().min(1).max(100).default(2)
})
type Options = z.infer<typeof Options>

export const eventualConsistency: Perturbation<Options> = {
  name: 'eventual-consistency',
  title: 'Eventual consistency',
  description: 'A new or changed item shows up in a list only after it was read a few times.',
  weakness: 'Creates a thing a second time because the list does not show it yet, or gives up instead of waiting.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    exampleOf(
      'mcp',
      ['list_issues', '[\n  {"id": 41, "title": "Lost row"}\n]'],
      ['create_issue title="Dark mode"', '{"id": 42, "title": "Dark mode"}'],
      ['list_issues', '[\n  {"id": 42, "title": "Dark mode"},\n  {"id": 41, "title": "Lost row"}\n]']
    ),
    typed(['ls -1', 'a.txt\nb.txt'], ['touch c.txt'], ['ls -1', 'a.txt\nb.txt\nc.txt'])
  ],
  alter(moment, text, { reads }) {
    if (!isRead(moment, moment.action)) return null
    const turns = sameTurns(moment)
    const bodies = turns.map((turn) => framedTurn(moment, turn).body)
    const created = createdBefore(moment, turns[0] ?? moment.chain.length)
    if (!bodies.length && !created.size) return null
    return alterData(moment, text, ({ body }) => {
      const now = itemsIn(body)
      if (!now) return wholeBefore(body, bodies, reads)
      const past = bodies.map((one) => itemsIn(one)?.items ?? (one ? [one] : []))
      const there = past.map((items) => new Set(items))
      // Of each the last two that differ.
      const versions = new Map<string, string[]>()
      for (const item of past.flat()) {
        const identity = identityOf(now, item)
        const before = versions.get(identity)?.findLast((one) => one !== item)
        versions.set(identity, before === undefined ? [item] : [before, item])
      }
      const shown = now.items.flatMap((item) => {
        const seen = there.filter((items) => items.has(item)).length
        const identity = identityOf(now, item)
        const isOld = (there[0]?.has(item) ?? !created.has(identity)) && !created.has(identity)
        if (isOld || seen >= reads) return [item]
        return versions.get(identity)?.findLast((one) => one !== item) ?? []
      })
      const isShown = new Set(shown)
      const late = now.items.filter((item) => !isShown.has(item)).length
      if (!late) return null
      return { body: now.write(shown, shown.length), detail: `${late} new or changed items do not show yet.` }
    })
  }
}

/** A record as it was read before, until it was read often enough as it is. */
function wholeBefore(body: string, bodies: readonly string[], reads: number): { body: string; detail: string } | null {
  if (bodies[0] === body || bodies.filter((one) => one === body).length >= reads) return null
  const before = bodies.findLast((one) => one !== body)
  return before === undefined ? null : { body: before, detail: 'The change does not show yet.' }
}

const CREATES = /create|add|new|insert|post|upload|book|save/i

/** What was made in turns before `turn`, by its id or name. */
function createdBefore(moment: Moment, turn: number): Set<string> {
  const turns = writesIn(moment).filter((at) => {
    const { action } = moment.chain[at] ?? { action: null }
    const name = `${moment.domain.toolOf(action) ?? ''} ${String(argumentsOf(action).action ?? '')}`
    return at < turn && CREATES.test(name)
  })
  return new Set(
    turns.flatMap((at) => {
      const { body } = framedTurn(moment, at)
      const { items } = itemsIn(body) ?? { items: [body] }
      return items.map((item) => identityOf({ form: 'json' }, item))
    })
  )
}
