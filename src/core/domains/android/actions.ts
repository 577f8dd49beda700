// The actions of the android domain: AndroidWorld's JSON, checked and put into one order.
import { z } from 'zod'
import { nearest } from '../../text/nearest.ts'

const EXAMPLES = {
  click: '{"action_type":"click","index":3}',
  double_tap: '{"action_type":"double_tap","index":3}',
  long_press: '{"action_type":"long_press","index":3}',
  input_text: '{"action_type":"input_text","index":3,"text":"Milk"}',
  scroll: '{"action_type":"scroll","direction":"down"}',
  swipe: '{"action_type":"swipe","direction":"up"}',
  keyboard_enter: '{"action_type":"keyboard_enter"}',
  navigate_back: '{"action_type":"navigate_back"}',
  navigate_home: '{"action_type":"navigate_home"}',
  open_app: '{"action_type":"open_app","app_name":"Clock"}',
  wait: '{"action_type":"wait"}',
  answer: '{"action_type":"answer","text":"It is at 9:30."}',
  status: '{"action_type":"status","goal_status":"complete"}',
  unknown: '{"action_type":"unknown"}'
}
type Name = keyof typeof EXAMPLES

/** Names of all actions. */
export const ANDROID_ACTIONS = Object.keys(EXAMPLES)

const like = (name: Name) => `${name} is written like this: ${EXAMPLES[name]}`

// Agents write an index as a text now and then, as AndroidWorld lets them.
const index = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)], {
    error: 'index is the whole number of a UI element on the screen, e.g. "index":3'
  })
  .refine((value) => value >= 0, 'index cannot be negative')
  .exactOptional()
const pixel = z
  .number({ error: 'x and y are pixels from the top left corner, e.g. "x":540,"y":1200' })
  .transform(Math.round)
  .exactOptional()
const target = { index, x: pixel, y: pixel }
const direction = z.enum(['up', 'down', 'left', 'right'], { error: 'direction is "up", "down", "left" or "right"' })

interface Target {
  index?: number
  x?: number
  y?: number
}

/** Whether it is one of an index and a whole point. */
function isAimed({ index, x, y }: Target): boolean {
  return index === undefined ? x !== undefined && y !== undefined : x === undefined && y === undefined
}

function isFree({ index, x, y }: Target): boolean {
  return index === undefined && x === undefined && y === undefined
}

const where = (name: Name) =>
  `${name} needs an index, or x and y, and not both: ${EXAMPLES[name]} or {"action_type":"${name}","x":540,"y":1200${name === 'input_text' ? ',"text":"Milk"' : ''}}`

function only<const N extends Name>(name: N) {
  return z.strictObject({ action_type: z.literal(name) }, { error: like(name) })
}

function tap<const N extends Name>(name: N) {
  return only(name)
    .extend(target)
    .refine(isAimed, { error: where(name) })
}

function move<const N extends Name>(name: N) {
  return only(name)
    .extend({ ...target, direction })
    .refine((action) => isFree(action) || isAimed(action), { error: where(name) })
}

const text = (name: Name) => z.string({ error: `text is a text in quotes; ${like(name)}` })

const One = z.discriminatedUnion(
  'action_type',
  [
    tap('click'),
    tap('double_tap'),
    tap('long_press'),
    only('input_text')
      .extend({ ...target, text: text('input_text'), clear_text: z.literal(true).exactOptional() })
      .refine((action) => isFree(action) || isAimed(action), { error: where('input_text') }),
    move('scroll'),
    move('swipe'),
    only('keyboard_enter'),
    only('navigate_back'),
    only('navigate_home'),
    only('open_app').extend({
      app_name: z
        .string({ error: `app_name is the app's name; ${like('open_app')}` })
        .min(1, `app_name is the app's name; ${like('open_app')}`)
    }),
    only('wait'),
    only('answer').extend({ text: text('answer') }),
    only('status').extend({
      goal_status: z.enum(['complete', 'infeasible'], { error: 'goal_status is "complete" or "infeasible"' }),
      // What some agents tell the user as they finish.
      text: text('status').exactOptional()
    }),
    only('unknown')
  ],
  { error: ({ input }) => unknownAction(input) }
)

/** One action. What is `null`, and `clear_text` that is `false`, is left out; keys have AndroidWorld's order. */
export const AndroidAction = z.preprocess(withoutDefaults, One)
export type AndroidAction = z.infer<typeof One>

function withoutDefaults(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const said = Object.entries(given).filter(
    ([key, value]) => value !== null && value !== undefined && !(key === 'clear_text' && value === false)
  )
  return Object.fromEntries(said)
}

const WITH_NAME = z.object({ action_type: z.string() })

// Words that agents of other phone environments use for these.
const MEANT = new Map<string, Name>([
  ['tap', 'click'],
  ['touch', 'click'],
  ['press', 'click'],
  ['type', 'input_text'],
  ['back', 'navigate_back'],
  ['home', 'navigate_home'],
  ['enter', 'keyboard_enter'],
  ['drag', 'swipe'],
  ['launch', 'open_app'],
  ['start_app', 'open_app'],
  ['finish', 'status'],
  ['finished', 'status'],
  ['complete', 'status'],
  ['done', 'status']
])

function unknownAction(input: unknown): string {
  const named = WITH_NAME.safeParse(input).data?.action_type
  if (named === undefined) return `an android action is a JSON object with an action_type, e.g. ${EXAMPLES.click}`
  const meant = MEANT.get(named.toLowerCase()) ?? nearest(named, ANDROID_ACTIONS)
  const example = Object.entries(EXAMPLES).find(([name]) => name === meant)?.[1]
  return `"${named}" is not an action_type.${example ? ` Did you mean ${example}?` : ''} There are: ${ANDROID_ACTIONS.join(', ')}.`
}
