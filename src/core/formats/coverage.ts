// What behaviour a data set covers: kinds of turns, what was called of what there is, errors, lengths, ends. One branch of each world, as training formats read it.
import { median } from '../control/evaluate/aggregate.ts'
import { categoryOf, isEmptyAction, KEEP } from '../control/evaluate/categories.ts'
import type { Coverage } from '../control/evaluate/coverage-report.ts'
import { findDomain } from '../domains/index.ts'
import { commandsIn } from '../domains/shell/commands.ts'
import { unmarked } from '../tree/cut.ts'
import { outcomeOf } from './exporters/fit.ts'
import { hasFailed } from './exporters/noise.ts'
import { isSimulated } from './exporters/view.ts'
import type { ExportedTurn, ExportSource } from './exporting.ts'

interface DomainSeen {
  worlds: number
  turns: number
  used: Map<string, number>
  declared: Set<string>
  undeclared: Set<string>
}

/** Reads the branch of each source once or twice. */
export async function coverageOf(sources: Iterable<ExportSource>): Promise<Coverage> {
  const domains = new Map<string, DomainSeen>()
  const kinds = Object.fromEntries(Object.keys(KEEP).map((kind) => [kind, 0]))
  const outcomes = { success: 0, failure: 0, unknown: 0 }
  const answers = { real: 0, simulated: 0, unknown: 0 }
  const lengths = { turns: [] as number[], action: [] as number[], observation: [] as number[] }
  let [errors, empty] = [0, 0]
  for (const source of sources) {
    const { domain: id } = source.session
    const seen = domains.get(id) ?? { worlds: 0, turns: 0, used: new Map(), declared: new Set(), undeclared: new Set() }
    domains.set(id, seen)
    seen.worlds++
    let turns = 0
    for await (const turn of source.chain()) {
      turns++
      noteCalls(turn, seen)
      const action = findDomain(turn.setup.domain).format(turn.step.action)
      const observation = unmarked(turn.step.observation.text)
      const kind = categoryOf(action, observation)
      kinds[kind] = (kinds[kind] ?? 0) + 1
      if (hasFailed(turn)) errors++
      if (isEmptyAction(action)) empty++
      lengths.action.push(action.length)
      lengths.observation.push(observation.length)
      const simulated = isSimulated(turn)
      answers[simulated === null ? 'unknown' : simulated ? 'simulated' : 'real']++
    }
    seen.turns += turns
    lengths.turns.push(turns)
    outcomes[await outcomeOf(source)]++
  }
  const all = [...domains].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    worlds: lengths.turns.length,
    turns: lengths.action.length,
    domains: Object.fromEntries(all.map(([id, seen]) => [id, told(seen)])),
    ...{ kinds, errors, empty, outcomes, answers },
    lengths: {
      turns: spread(lengths.turns),
      action: spread(lengths.action),
      observation: spread(lengths.observation)
    }
  }
}

function noteCalls({ step, setup }: ExportedTurn, { used, declared, undeclared }: DomainSeen): void {
  const domain = findDomain(setup.domain)
  const tools = domain.tools?.of(setup).map(({ name }) => name)
  for (const name of tools ?? []) declared.add(name)
  const called = domain.toolOf(step.action)
  // A line of a shell may call several programs; each counts once a turn.
  const typed = tools ? null : (domain.shell?.typed(step.action) ?? null)
  const names = typed === null ? [] : commandsIn(typed).map(({ name }) => name)
  if (!names.length && called !== null) names.push(called)
  for (const name of new Set(names)) used.set(name, (used.get(name) ?? 0) + 1)
  if (tools && called !== null && !tools.includes(called)) undeclared.add(called)
}

function told({ worlds, turns, used, declared, undeclared }: DomainSeen): Coverage['domains'][string] {
  const most = [...used].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const unused = [...declared].filter((name) => !used.has(name)).sort()
  return {
    ...{ worlds, turns, used: Object.fromEntries(most) },
    ...(declared.size && { unused, undeclared: [...undeclared].sort() })
  }
}

function spread(values: number[]): Coverage['lengths']['turns'] {
  const sorted = values.toSorted((a, b) => a - b)
  return { least: sorted[0] ?? 0, median: median(sorted), most: sorted.at(-1) ?? 0 }
}
