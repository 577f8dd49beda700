// Formats that are written from the attributes they were read with: a changed node gets those that say the change.
import { escapeAttribute } from '../../observations/screens/readers/markup/entities.ts'
import type { ScreenNode } from '../../observations/screens/screen.ts'

/** The node with attributes that say what it holds and is now; `null` where they cannot. `before`: the node as it was read. */
export type Respell = (node: ScreenNode, before: ScreenNode) => ScreenNode | null

type Attributes = ScreenNode['attributes']

const written = (attributes: Attributes, name: string) => attributes.find(([one]) => one === name)?.[1]
const isOn = ({ states }: ScreenNode, state: string): boolean => states[state] === true

/** The attributes with this one changed; `null` where there is none. */
function withValue(attributes: Attributes, name: string, value: string): Attributes | null {
  const at = attributes.findIndex(([one]) => one === name)
  return at < 0 ? null : attributes.with(at, [name, value])
}

/** A uiautomator dump tells everything of everything. */
export const uiautomator: Respell = (node, before) => {
  let attributes: Attributes | null = node.attributes
  if (node.value !== before.value) {
    const hint = written(attributes, 'hint') ?? written(attributes, 'hintText')
    // What an empty field shows is its hint, which is seen only where it is an attribute of its own.
    if (node.value === '' && hint === undefined) return null
    attributes = withValue(attributes, 'text', node.value === '' ? (hint ?? '') : escapeAttribute(node.value ?? ''))
  }
  for (const state of ['checked', 'focused', 'selected'])
    if (attributes && isOn(node, state) !== isOn(before, state))
      attributes = withValue(attributes, state, String(isOn(node, state)))
  return attributes && { ...node, attributes }
}

// In the order in which lists and trees tell them.
const FLAGS = [
  'clickable',
  'long-clickable',
  'scrollable',
  'focused',
  'checked',
  'selected',
  'password',
  'editable',
  'checkable'
]
const rankOf = (flag: string): number => FLAGS.indexOf(flag.replaceAll('_', '-'))

function withFlag(flags: readonly string[], flag: string, on: boolean): string[] {
  const others = flags.filter((one) => rankOf(one) !== rankOf(flag))
  if (!on) return others
  const later = others.findIndex((one) => rankOf(one) > rankOf(flag))
  return later < 0 ? [...others, flag] : [...others.slice(0, later), flag, ...others.slice(later)]
}

/** Rows with a text in quotes and flags: the attribute that the first stands before when it is missing, and what is between two flags. */
function rows({ before: following, between }: { before: RegExp; between: string }): Respell {
  return (node, before) => {
    let attributes: Attributes = node.attributes
    if (node.value !== before.value) attributes = put(attributes, 'text', node.value ?? '', following)
    const changed = ['checked', 'focused', 'selected'].filter((state) => isOn(node, state) !== isOn(before, state))
    if (!changed.length) return { ...node, attributes }
    const flagsBefore = written(attributes, 'flags') ?? ''
    let flags = flagsBefore.split(/[^\w-]+/).filter(Boolean)
    for (const state of changed) flags = withFlag(flags, state, isOn(node, state))
    const mark = /[^\w-]+/.exec(flagsBefore)?.[0] ?? between
    if (flags.length === 0) attributes = attributes.filter(([name]) => name !== 'flags')
    else attributes = put(attributes, 'flags', flags.join(mark), /^bounds$/)
    return { ...node, attributes }
  }
}

function put(attributes: Attributes, name: string, value: string, following: RegExp): Attributes {
  const changed = withValue(attributes, name, value)
  if (changed) return changed
  const at = attributes.findIndex(([one]) => following.test(one))
  const place = at < 0 ? attributes.length : at
  return [...attributes.slice(0, place), [name, value], ...attributes.slice(place)]
}

/** The list that tells what can be done to each thing at the end of its line. */
export const androidList = rows({ before: /^(?:desc|res|bounds)$/, between: ', ' })
export const droidbot = rows({ before: /^(?:desc|content_desc|flags|bounds)$/, between: ',' })

/** DroidRun tells of the states only whether a thing is checked. */
export const droidrun: Respell = (node, before) => {
  if (node.value !== before.value) return null
  if (isOn(node, 'checked') === isOn(before, 'checked')) return node
  const attributes = withValue(node.attributes, 'isChecked', isOn(node, 'checked') ? 'True' : 'False')
  return attributes && { ...node, attributes }
}
