// What stands in Chromium's tree for one look only: what it says of a field that keeps a form back, and the texts of labels.

import type { Screen } from '../../observations/screens/screen.ts'
import { repr } from '../../text/python.ts'
import { isToggle } from './kinds.ts'

const BUBBLE = /^\talert (?:'.*'|".*"), live='assertive', atomic, relevant='additions'$/

/** A page with what the browser says of the field that was left out. */
export function withBubble(text: string, says: string): string {
  const at = text.indexOf('RootWebArea')
  const end = text.indexOf('\n', at)
  if (!says || at < 0 || end < 0) return text
  return `${text.slice(0, end)}\n\talert ${repr(says)}, live='assertive', atomic, relevant='additions'${text.slice(end)}`
}

/** Texts of labels that only repeat what the box beside them is called: Chromium's tree mostly tells them in the first look at a page alone. */
export function labelTexts(screen: Screen): readonly number[] {
  if (screen.format !== 'axtree') return []
  const known = found.get(screen) ?? findLabelTexts(screen)
  found.set(screen, known)
  return known
}

const found = new WeakMap<Screen, number[]>()

function findLabelTexts({ nodes }: Screen): number[] {
  // What is in each label, and what boxes are called that lie in it or beside it.
  const labelOf: number[] = []
  const inside = new Map<number, number[]>()
  const boxes = new Map<number, Set<string>>()
  const named = (place: number, name: string) => boxes.set(place, (boxes.get(place) ?? new Set()).add(name))
  for (const [index, node] of nodes.entries()) {
    const label = nodes[node.parent]?.role === 'labeltext' ? node.parent : (labelOf[node.parent] ?? -1)
    labelOf[index] = label
    if (isToggle(node) || node.role === 'radio') {
      named(node.parent, node.name)
      if (label >= 0) named(label, node.name)
    }
    if (label < 0 || !/^(?:statictext|inlinetextbox)$/.test(node.role)) continue
    const texts = inside.get(label) ?? []
    texts.push(index)
    inside.set(label, texts)
  }
  return [...inside].flatMap(([label, texts]) => {
    const [said, ...more] = texts.filter((one) => nodes[one]?.role === 'statictext')
    const called = nodes[said ?? -1]?.name ?? ''
    const isBox = [label, nodes[label]?.parent ?? -1].some((place) => boxes.get(place)?.has(called))
    return isBox && more.length === 0 ? texts : []
  })
}

/** A page without what the look before told for the last time. */
export function whatPassed(screen: Screen, text: string, { keepsLabels }: { keepsLabels: boolean }): string {
  if (screen.format !== 'axtree') return text
  const gone = keepsLabels ? [] : labelTexts(screen)
  if (gone.length === 0 && !text.includes("live='assertive'")) return text
  const starts = new Set(gone.map((one) => screen.nodes[one]?.start))
  const lines: string[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const start = at + line.length - line.trimStart().length
    at += line.length + 1
    if (!starts.has(start) && !BUBBLE.test(line)) lines.push(line.replace(/, errormessage=''(?=,|$)/, ''))
  }
  return lines.join('\n')
}
