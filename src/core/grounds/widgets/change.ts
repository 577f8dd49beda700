// What a button means is the model's, and only that: it says what changes on the screen, thing by thing, and every other byte stays.
import { z } from 'zod'
import { readers } from '../../observations/screens/readers/index.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { largest } from '../../text/extremes.ts'
import { parseJson } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import { readExactly } from './edit.ts'
import { below } from './kinds.ts'

// A model that is asked for more has lost its way; a list of things to choose from is read by it at every step.
const MOST_CHANGES = 8
const MOST_THINGS = 150
const MOST_NAME = 120
// Formats with a thing a line, and what lies in it in the lines below, further in.
const IN_LINES = new Set(['axtree', 'webarena', 'aria'])

const ScreenChanges = z.object({
  opens: z.boolean().default(false),
  changes: z.array(
    z.object({
      do: z.enum(['rename', 'remove', 'add', 'enable', 'disable']),
      thing: z.string(),
      role: z.string(),
      name: z.string()
    })
  )
})

/** What the model is asked for in place of the whole screen; `null` where nothing on the screen has a name, or its format is another. `mayOpen`: it may say that it is another page. */
export function changeQuestion(
  screen: Screen,
  { mayOpen }: { mayOpen: boolean }
): { context: string; schema: Json } | null {
  if (!IN_LINES.has(screen.format)) return null
  const things = [...thingsOf(screen).keys()].slice(0, MOST_THINGS)
  const roles = [...new Set(screen.nodes.filter((node) => sampleOf(screen, node.role) >= 0).map(({ role }) => role))]
  if (!things.length || !roles.length) return null
  const change = {
    type: 'object',
    properties: {
      do: { type: 'string', enum: ['rename', 'remove', 'add', 'enable', 'disable'] },
      thing: { type: 'string', enum: things },
      role: { type: 'string', enum: roles },
      name: { type: 'string', maxLength: MOST_NAME }
    },
    required: ['do', 'thing', 'role', 'name']
  }
  return {
    context: `Do not write the screen again. Write as JSON what this action changes on it. "changes" are at most ${MOST_CHANGES}: "rename" gives the thing another name, such as a new count or sum; "add" puts a thing of this role and name behind it; "remove", "enable" and "disable" are about the thing itself. Leave "changes" empty where the action changes nothing.${mayOpen ? ' "opens" is true where it leads to another page.' : ''}`,
    schema: {
      type: 'object',
      properties: {
        changes: { type: 'array', maxItems: MOST_CHANGES, items: change },
        ...(mayOpen && { opens: { type: 'boolean' } })
      },
      required: ['changes', ...(mayOpen ? ['opens'] : [])]
    }
  }
}

/** The screen after what the model says of it; `null` where that is another page, or nothing that fits the screen. */
export function changedScreen(before: Screen, text: string, answer: string): string | null {
  const said = ScreenChanges.safeParse(jsonIn(answer)).data
  if (!said || said.opens) return null
  let [screen, shown] = [before, text]
  for (const { do: what, thing, role, name } of said.changes.slice(0, MOST_CHANGES)) {
    const node = thingsOf(screen).get(thing)
    if (node === undefined) continue
    const after =
      what === 'remove'
        ? without(screen, shown, node)
        : what === 'add'
          ? withThing(screen, shown, { after: node, role, name: name.slice(0, MOST_NAME) })
          : rewritten(screen, changedNodes(screen, node, what, name.slice(0, MOST_NAME)))
    const read = after === null ? null : readExactly(after)
    if (after !== null && read) [screen, shown] = [read, after]
  }
  return said.changes.length > 0 && shown === text ? null : shown
}

function jsonIn(answer: string): unknown {
  try {
    return parseJson(answer)
  } catch {
    return null
  }
}

/** What can be named on a screen, as the model is told of it: "button 'Add'". Of two that are called the same, the first. */
function thingsOf({ nodes }: Screen): Map<string, number> {
  const things = new Map<string, number>()
  for (const [index, { role, name, text, parent }] of nodes.entries()) {
    const called = (name || text).slice(0, MOST_NAME)
    // The text in a button says again what the button is called.
    const inside = role === 'statictext' && nodes[parent]?.name === name && nodes[parent]?.role !== 'document'
    const thing = `${role} '${called}'`
    if (called && parent >= 0 && !inside && role !== 'inlinetextbox' && !things.has(thing)) things.set(thing, index)
  }
  return things
}

function changedNodes(screen: Screen, node: number, what: 'rename' | 'enable' | 'disable', name: string): ScreenNode[] {
  const was = screen.nodes[node] as ScreenNode
  const called = name.trim()
  const same = new Set([node, ...below(screen, node)])
  return screen.nodes.map((one, index) => {
    if (what !== 'rename') {
      if (index !== node) return one
      const { disabled: _, ...states } = one.states
      return { ...one, states: what === 'disable' ? { ...states, disabled: true } : states }
    }
    if (!called || !same.has(index)) return one
    if (was.name ? one.name === was.name : index === node && was.name) return { ...one, name: called }
    return !was.name && one.text === was.text ? { ...one, text: called } : one
  })
}

const rewritten = (screen: Screen, nodes: ScreenNode[]): string | null =>
  readers
    .find(({ name }) => name === screen.format)
    ?.write({
      ...{ ...screen, nodes },
      ...(screen.layout && { layout: screen.layout })
    }) ?? null

function without(screen: Screen, text: string, node: number): string {
  const lines = text.split('\n')
  lines.splice(lineOf(screen, text, node), 1 + below(screen, node).length)
  return lines.join('\n')
}

/** A thing of a role without anything but text in it, by which a new one is written; -1: there is none. */
const sampleOf = (screen: Screen, role: string): number =>
  screen.nodes.findIndex(
    (node, index) =>
      node.role === role &&
      node.name !== '' &&
      node.parent >= 0 &&
      below(screen, index).every((inner) => screen.nodes[inner]?.name === node.name)
  )

function withThing(screen: Screen, text: string, thing: { after: number; role: string; name: string }): string | null {
  const sample = sampleOf(screen, thing.role)
  const own = screen.nodes[sample]
  if (!own || !thing.name.trim()) return null
  const family = [sample, ...below(screen, sample)]
  const refs = nextRefs(screen)
  const written = rewritten(
    screen,
    screen.nodes.map((node, index) => {
      if (!family.includes(index)) return node
      const { focused: _, ...states } = node.states
      return { ...node, name: thing.name.trim(), states, ref: node.ref === null ? null : refs() }
    })
  )
  if (written === null) return null
  const like = lineOf(screen, text, sample)
  const made = written.split('\n').slice(like, like + family.length)
  const lines = text.split('\n')
  const at = lineOf(screen, text, thing.after)
  const from = indentOf(lines[like] ?? '')
  const indent = indentOf(lines[at] ?? '')
  const moved = made.map((line) => indent + line.slice(from.length))
  const end = at + 1 + below(screen, thing.after).length
  return [...lines.slice(0, end), ...moved, ...lines.slice(end)].join('\n')
}

/** References as the screen has them, counted on: `e41`, `41`. */
function nextRefs({ nodes }: Screen): () => string {
  const known = nodes.flatMap(({ ref }) => /^([a-z]{0,10})(\d{1,9})$/.exec(ref ?? '') ?? [])
  const prefix = known[1] ?? ''
  let last = largest(nodes.map(({ ref }) => Number(/(\d{1,9})$/.exec(ref ?? '')?.[1] ?? 0)))
  return () => `${prefix}${++last}`
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? ''

const lineOf = ({ nodes }: Screen, text: string, node: number): number =>
  text.slice(0, nodes[node]?.start).split('\n').length - 1
