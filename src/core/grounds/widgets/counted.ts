// Numbers that keys count: how large a step is, and where they end.
import type { ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, UNCLEAR } from './fields.ts'
import { isOwnNumber, limitOf } from './kinds.ts'
import type { Taught } from './taught.ts'

// Numbers that are often counted in halves, tenths or hundredths.
const MEASURE =
  /\b(?:hours?|price|amount|tip|cost|weight|height|length|width|temperature|dose|kg|cm|km|kilomet(?:re|er)s?|miles|lit(?:re|er)s?)\b/i

/** What a key does to a number that counts: `steps` of its own up or down. */
export function counted(at: number, told: ScreenNode, steps: number, { steps: known, ends }: Taught): Behaviour {
  const now = Number(told.value || '0')
  // A page that made it tells its number and its text apart.
  const said = Number(told.states.valuetext || told.value || '0')
  if (Number.isFinite(said) && Math.abs(said - now) > 1e-5 * Math.abs(now)) return UNCLEAR
  const seen = told.ref === null ? undefined : ends.get(told.ref)
  const node = withEnds(told, seen ?? {})
  // However large a step is, an end is the end.
  if (told.value && now === (steps > 0 ? seen?.most : seen?.least))
    return { rule: 'step', edit: {}, caret: [told.value.length, told.value.length] }
  // Only HTML tells how large a step is; where there are fractions it is none of one.
  const step = node.states.step ?? (node.ref === null ? undefined : known.get(node.ref))
  const by = steps * Number(step ?? 1)
  const isWhole = (one: number) => Number.isInteger(Number((one / Number(step ?? 1)).toFixed(6)))
  if (!isWhole(now) || !isWhole(by)) return UNCLEAR
  // Round numbers often go in larger steps.
  const isRound = now >= 10 && now % 5 === 0
  const isMeasure = node.role !== 'slider' && MEASURE.test(node.name)
  // What goes from end to end in a few steps is often counted in parts of one, and what a page made moves as it likes.
  const range = limitOf(node, 'valuemax') - limitOf(node, 'valuemin')
  const isShort = node.role === 'slider' && range < 5
  if (step === undefined && (isShort || isOwnNumber(node))) return UNCLEAR
  if (Math.abs(steps) === 1 && (isRound || isMeasure || isCoarse(node, now)) && step === undefined) return UNCLEAR
  // Where the ends are not told, few numbers go below nothing or one.
  const isSpun = node.role === 'spinbutton'
  const isBelow = by < 0 ? (isSpun ? now >= 0 : now > 0) && now + by <= 0 : isSpun && now < 0
  if (isBelow && node.states.valuemin === undefined) return UNCLEAR
  // Where no least is told, an empty field may begin with another number than one.
  if (!node.value && step === undefined && node.states.valuemin === undefined) return UNCLEAR
  const [least, end] = [limitOf(node, 'valuemin'), limitOf(node, 'valuemax')]
  // Without an end Chromium's tree says 0.
  const most = end > least || Number.isNaN(least) ? end : Number.NaN
  let next = Number((now + by).toFixed(6))
  // A number beyond its end is not moved further, and is brought back by a step the other way.
  if (by > 0) next = now > most ? now : now < least ? least : Number.isFinite(most) ? Math.min(next, most) : next
  else next = now < least ? now : now > most ? most : Number.isFinite(least) ? Math.max(next, least) : next
  // The caret stays behind the number.
  const text = String(next)
  return { rule: 'step', edit: { texts: new Map([[at, text]]) }, caret: [text.length, text.length] }
}

/** Whether a number and its ends are all multiples of some other number than one, by which it may go. */
function isCoarse(node: ScreenNode, now: number): boolean {
  const [least, most] = [limitOf(node, 'valuemin'), limitOf(node, 'valuemax')]
  return [2, 3, 5, 7].some((by) => least >= by && most > least && [least, most, now].every((one) => one % by === 0))
}

/** A number with the ends that keys were seen to bring it to, where the screen tells none. */
export function withEnds(node: ScreenNode, { least, most }: { least?: number; most?: number }): ScreenNode {
  const states = { ...node.states }
  if (least !== undefined) states.valuemin ??= String(least)
  if (most !== undefined && !(limitOf(node, 'valuemax') > limitOf(node, 'valuemin'))) states.valuemax = String(most)
  return { ...node, states }
}
