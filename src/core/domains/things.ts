// What an action is aimed at, in the words on the screen: how labels of the screen domains name things.
import type { Screen, ScreenNode } from '../observations/screens/screen.ts'
import { brief } from './brief.ts'
import { nodeAt } from './spots.ts'

/** `“Add to basket”` for the thing that actions name so; `null` when there is none, or nothing on the screen tells what it is. */
export function thing(screen: Screen | undefined, ref: string): string | null {
  const index = screen?.nodes.findIndex((node) => node.ref === ref) ?? -1
  const node = screen?.nodes[index]
  const told = screen && nameOf(index, screen)
  if (!node || !told) return null
  const { role } = node
  // One of many that are called the same keeps its number.
  const twins = screen.nodes.filter((node, at) => node.role === role && node.ref && nameOf(at, screen) === told)
  return twins.length > 1 ? `${brief(told)} (${ref})` : brief(told)
}

/** As `thing`, for what lies at a pixel: the smallest there, or what is pressed by pressing it. */
export function thingAt(screen: Screen | undefined, x: number, y: number): string | null {
  if (!screen) return null
  for (let at = nodeAt(screen, x, y) ?? -1, node = screen.nodes[at]; node; at = node.parent, node = screen.nodes[at]) {
    // What is as large as a window is not what was pressed in it.
    if (WHOLE.test(node.role)) return null
    const told = nameOf(at, screen)
    if (told) return brief(told)
  }
  return null
}

/** The title of that tab, from 0; `null` when nothing tells it. */
export function tabNamed(screen: Screen | undefined, index: number): string | null {
  const title = plainly(screen?.tabs[index]?.title ?? '')
  return title ? brief(title) : null
}

const WHOLE = /^(document|application|window|dialog|alertdialog|alert|frame|desktop.*|main|region|group|panel|generic)$/
const FIELD = /^(textbox|searchbox|combobox|spinbutton|text|entry|input)$/
// What the formats call a thing's words besides its name.
const WORDS = /^(content[-_]desc(ription)?|hint(_text)?|placeholder|aria-label|title|tooltip|description)$/
// A thing without a name is what stands in it; one that holds more than so much is no single thing.
const MOST = 6

function nameOf(index: number, screen: Screen): string | null {
  const { nodes } = screen
  const node = nodes[index]
  if (!node) return null
  const own = ownName(node)
  if (own) return own
  if (FIELD.test(node.role)) return null
  // What lies in a node follows it, up to the first that lies outside.
  const inside = new Set([index])
  const names: string[] = []
  for (let at = index + 1, next = nodes[at]; next && inside.has(next.parent); next = nodes[++at]) {
    inside.add(at)
    const name = ownName(next)
    if (name) names.push(name)
    if (inside.size > 1 + MOST) return null
  }
  return names[0] ?? null
}

function ownName(node: ScreenNode): string | null {
  const isField = FIELD.test(node.role) || node.states.editable === true
  // What stands in a field is not what the field is called.
  const told = [
    node.name,
    ...node.attributes.filter(([name]) => WORDS.test(name)).map(([, value]) => value),
    isField ? '' : node.text
  ]
  return told.map(plainly).find((one) => one !== '') ?? null
}

/** On one line, and without the characters that turn the direction of reading: they would turn the label. */
function plainly(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
