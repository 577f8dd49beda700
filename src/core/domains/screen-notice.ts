// A notice on a screen, in the format that the screen is told in.

import { readers, readScreen } from '../observations/screens/readers/index.ts'
import type { ScreenNode } from '../observations/screens/screen.ts'
import { largest } from '../text/extremes.ts'

/** The screen with an alert on it that says so and has a button; `null` where its format cannot hold one. */
export function withNotice(
  before: string,
  { title, said, button = 'OK' }: { title: string; said: string; button?: string }
): string | null {
  const read = readScreen(before)
  if ('problem' in read) return null
  const { layout: _, ...screen } = read.screen
  const reader = readers.find(({ name }) => name === screen.format)
  if (!reader) return null
  const root = screen.nodes.findIndex(({ parent }) => parent === -1)
  const flat = screen.nodes.every(({ parent }) => parent === -1)
  const parent = flat ? -1 : root
  const like = screen.nodes.find(({ text, name }) => text || name)
  const pressed = screen.nodes.find(({ role }) => role === 'button')
  const [width, height] = [screen.width ?? 1080, screen.height ?? 1920]
  const at = (top: number): ScreenNode['bounds'] =>
    like?.bounds
      ? {
          x: Math.round(width / 4),
          y: Math.round(height * top),
          width: Math.round(width / 2),
          height: Math.round(height / 16)
        }
      : null
  const numbers = screen.nodes.map(({ ref }) => Number(ref)).filter(Number.isFinite)
  const next = numbers.length ? largest(numbers) + 1 : null
  const ref = (add: number) => (next === null ? null : String(next + add))
  const made = [
    nodeOf(like, { name: title, ref: ref(0), bounds: at(0.4), parent }),
    nodeOf(like, { name: said, ref: ref(1), bounds: at(0.48), parent }),
    {
      ...nodeOf(pressed ?? like, { name: button, ref: ref(2), bounds: at(0.56), parent }),
      ...(pressed ? {} : { role: 'button' })
    }
  ]
  const written = reader.write({ ...screen, nodes: [...screen.nodes, ...made] })
  const again = readScreen(written)
  const shown = (wanted: string) =>
    'screen' in again && again.screen.nodes.some(({ name, text }) => name === wanted || text === wanted)
  return shown(said) && shown(button) ? written : null
}

/** A node of the kind of `like`, so that its format has a place for it. */
function nodeOf(
  like: ScreenNode | undefined,
  { name, ref, bounds, parent }: Pick<ScreenNode, 'name' | 'ref' | 'bounds' | 'parent'>
): ScreenNode {
  const base = like ?? { role: 'statictext', tag: 'StaticText', name: '', text: '', states: {}, attributes: [] }
  const inText = like !== undefined && like.text !== '' && like.name === ''
  const attributes = (like?.attributes ?? []).filter(
    ([key]) => !/^(?:text|name|content-desc|label|desc|bounds|index|resource-id|id)$/i.test(key)
  )
  return {
    ...base,
    ref,
    name: inText ? '' : name,
    text: inText ? name : '',
    value: null,
    states: {},
    bounds,
    attributes,
    parent,
    start: 0,
    end: 0
  }
}
