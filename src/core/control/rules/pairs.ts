// Contrastive pairs (Qwen-AgentWorld, appendix C): the same action on what looks the same comes to different ends, because of what is hidden. Only who
// keeps the hidden state can be right both times.
import { screenIn } from '../../domains/label.ts'
import type { ScreenNode } from '../../observations/screens/screen.ts'
import type { Check, Condition } from '../../tree/conditions.ts'
import { canonical } from '../../tree/history.ts'
import type { RuleCandidate } from './report.ts'
import type { RuledTurn, RuledWorld } from './turn.ts'

interface Recorded extends RuledWorld {
  turns: readonly RuledTurn[]
}

interface Place {
  recording: number
  turn: number
  truth: string
}

// A line or a thing that is shown; longer ones are no single fact.
const LONGEST_PART = 200
const MOST_PARTS = 4

/** For each recording, by the number of the turn: what it shows that its twin does not, and the other way round. A turn of it at a time. */
export function* pairsOf(recordings: readonly Recorded[]): Generator<undefined, Map<number, RuleCandidate[]>[]> {
  const alike = new Map<string, Place[]>()
  for (const [recording, { domain, turns }] of recordings.entries())
    for (const [at, { step, before, call }] of turns.entries()) {
      // What is to be seen of nothing is the same everywhere.
      if (!before.trim() || call?.firings.length) continue
      const key = JSON.stringify([domain.id, domain.normalise(before), canonical(step.action)])
      const place = { recording, turn: at + 1, truth: step.observation.text }
      const known = alike.get(key)
      if (known) known.push(place)
      else alike.set(key, [place])
      yield
    }
  const found = recordings.map(() => new Map<number, RuleCandidate[]>())
  for (const places of alike.values())
    for (const one of places) {
      const other = places.find(({ truth }) => truth !== one.truth)
      const world = recordings[one.recording]
      const rule = other && world && pairRule(world, one, other)
      const own = found[one.recording]
      if (rule && own) own.set(one.turn, [...(own.get(one.turn) ?? []), rule])
      yield
    }
  return found
}

function pairRule({ domain }: RuledWorld, { turn, truth }: Place, other: Place): RuleCandidate | null {
  const isScreen = domain.surface === 'screen'
  const [own, foreign] = [partsOf(truth, isScreen), partsOf(other.truth, isScreen)]
  const shows = only(own, other.truth, foreign)
  const hides = only(foreign, truth, own)
  const states = isScreen ? statesOf(truth, other.truth) : []
  if (!shows.length && !hides.length && !states.length) return null
  const parts: Condition[] = [
    ...shows.map((part) => ({ observation: part })),
    ...hides.map((part) => ({ not: { observation: part } })),
    ...states
  ]
  const check: Check = {
    name: `turn ${turn}: as its own hidden state has it`,
    axis: 'Ctrl',
    at: turn,
    expect: { all: parts }
  }
  return { check, wrong: [other.truth] }
}

/** Things that both screens show once, in another state: a switch that is on in one and off in the other. */
function statesOf(truth: string, other: string): Condition[] {
  const theirs = namedIn(other)
  return [...namedIn(truth)]
    .flatMap(([key, { role, name, states }]): Condition[] => {
      const twin = theirs.get(key)
      if (!twin) return []
      // What a format leaves out is off.
      const names = Object.keys({ ...states, ...twin.states })
      const own = names.flatMap((state) => {
        const is = states[state] ?? false
        return (twin.states[state] ?? false) === is ? [] : [[state, is] as const]
      })
      return own.length ? [{ screen: { role, text: name, states: Object.fromEntries(own) } }] : []
    })
    .slice(0, MOST_PARTS)
}

/** What a screen shows once by its role and name. */
function namedIn(text: string): Map<string, ScreenNode> {
  const read = screenIn(text)
  const found = new Map<string, ScreenNode>()
  const twice = new Set<string>()
  for (const node of 'screen' in read ? read.screen.nodes : []) {
    const key = `${node.role} ${node.name}`
    if (!node.name.trim() || node.name.length > LONGEST_PART) continue
    if (found.has(key)) twice.add(key)
    found.set(key, node)
  }
  for (const key of twice) found.delete(key)
  return found
}

function only(parts: ReadonlySet<string>, text: string, others: ReadonlySet<string>): string[] {
  return [...parts].filter((part) => !others.has(part) && !text.includes(part)).slice(0, MOST_PARTS)
}

function partsOf(text: string, isScreen: boolean): Set<string> {
  const read = isScreen ? screenIn(text) : null
  const parts =
    read && 'screen' in read
      ? read.screen.nodes.flatMap(({ name, text, value }) => [name, text, value ?? ''])
      : text.split('\n')
  // A thing's name is looked for in the text of the screen, where it may stand over several lines.
  return new Set(
    parts
      .map((part) => part.trim())
      .filter((part) => part.length > 1 && part.length <= LONGEST_PART && text.includes(part))
  )
}
