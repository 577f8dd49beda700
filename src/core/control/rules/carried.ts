// The axis LC (Qwen-AgentWorld, appendix C): what an earlier turn set shows in a later one.
import { screenIn } from '../../domains/label.ts'
import type { ScreenNode } from '../../observations/screens/screen.ts'
import type { Condition } from '../../tree/conditions.ts'
import type { RuledTurn, RuledWorld } from './turn.ts'
import { namedIn, wordsIn } from './words.ts'

/** What a turn has to show of an earlier one. */
interface Carried {
  /** The turn that set it, from 1. */
  from: number
  expect: Condition
  /** What was shown already, which is no memory. */
  already: string
}

// More of one turn make no other check.
const MOST_WORDS = 8

/**
 * Looks for what was set. A word was set by the first action that names it, where nothing showed it before; it carries where a later answer
 * shows it whose own action does not name it. A field or a switch was set where an action changed its value or its state.
 */
export function createCarried({
  domain,
  setup
}: RuledWorld): (turn: RuledTurn, number: number, failed: boolean) => Carried[] {
  const known = wordsIn(
    [setup.task ?? '', setup.initialState, setup.hidden ?? '', setup.instruction, JSON.stringify(setup.tools)].join(
      '\n'
    )
  )
  const set = new Map<string, number>()
  const nodes = new Map<string, { from: number; node: ScreenNode }>()
  // A question to a search engine sets nothing.
  let already = ''
  const sets = domain.fiction?.as !== 'web'

  return (turn, number, failed) => {
    const { step, state, before } = turn
    const named = new Set(namedIn(domain, step.action))
    const shown = domain.shell ? domain.shell.printed(step.action, step.observation.text, state) : step.observation.text
    const words = wordsIn(shown)
    const typed = wordsIn(domain.format(step.action))
    const shownBefore = domain.shell ? already : before
    already = shown
    const found = new Map<number, Condition[]>()
    const add = (from: number, expect: Condition) => {
      const parts = found.get(from) ?? []
      if (parts.length < MOST_WORDS) found.set(from, [...parts, expect])
    }
    for (const word of words) {
      const from = set.get(word)
      if (from !== undefined && !typed.has(word)) add(from, domain.shell ? { printed: word } : { observation: word })
      if (from === undefined && !named.has(word)) known.add(word)
    }
    if (sets && !failed) for (const word of named) if (!known.has(word) && !set.has(word)) set.set(word, number)
    if (domain.surface === 'screen')
      for (const { from, node } of screenCarried(nodes, { before, after: step.observation.text, number }))
        add(from, nodeCondition(node))
    return [...found].map(([from, parts]) => ({ from, expect: { all: parts }, already: shownBefore }))
  }
}

function screenCarried(
  set: Map<string, { from: number; node: ScreenNode }>,
  { before, after, number }: { before: string; after: string; number: number }
): { from: number; node: ScreenNode }[] {
  const [was, is] = [fieldsIn(before), fieldsIn(after)]
  const carried: { from: number; node: ScreenNode }[] = []
  for (const [key, node] of is) {
    const [old, held] = [was.get(key), set.get(key)]
    if (old && contentOf(old) !== contentOf(node)) set.set(key, { from: number, node })
    else if (held && contentOf(held.node) === contentOf(node)) carried.push(held)
  }
  return carried
}

/** States that a person sets; where the keyboard is, and what can be pressed, is not set. */
const SET = ['checked', 'selected', 'expanded', 'pressed']

/** The fields and switches of a screen that can be told apart, by kind and name. */
function fieldsIn(text: string): Map<string, ScreenNode> {
  const read = screenIn(text)
  const found = new Map<string, ScreenNode>()
  const twice = new Set<string>()
  for (const node of 'screen' in read ? read.screen.nodes : []) {
    const key = `${node.role} ${node.name || node.text}`
    if (!(node.name || node.text) || (node.value === null && !SET.some((state) => state in node.states))) continue
    if (found.has(key)) twice.add(key)
    found.set(key, node)
  }
  for (const key of twice) found.delete(key)
  return found
}

const statesOf = ({ states }: ScreenNode) => SET.map((name) => [name, states[name] ?? false] as const)

const contentOf = (node: ScreenNode): string => JSON.stringify([node.value, statesOf(node)])

function nodeCondition(node: ScreenNode): Condition {
  const { role, name, text, value } = node
  return {
    screen: {
      role,
      text: { is: name || text },
      ...(value !== null && { value: { is: value } }),
      states: Object.fromEntries(statesOf(node))
    }
  }
}
