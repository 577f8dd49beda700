// The second agent on AndroidWorld's screens: JSON with an `action` and points of the screen, `{"action":"click","coordinate":[540,1200]}`.
import { z } from 'zod'
import { nearest } from '../../text/nearest.ts'

const EXAMPLES = {
  click: '{"action":"click","coordinate":[540,1200]}',
  double_click: '{"action":"double_click","coordinate":[540,1200]}',
  long_press: '{"action":"long_press","coordinate":[540,1200]}',
  swipe: '{"action":"swipe","coordinate":[540,1800],"coordinate2":[540,600]}',
  type: '{"action":"type","text":"Milk"}',
  key: '{"action":"key","text":"KEYCODE_ENTER"}',
  system_button: '{"action":"system_button","button":"Back"}',
  open: '{"action":"open","text":"Clock"}',
  wait: '{"action":"wait","time":1}',
  answer: '{"action":"answer","text":"It is at 9:30."}',
  terminate: '{"action":"terminate","status":"success"}'
}
type Name = keyof typeof EXAMPLES

const NAMES = Object.keys(EXAMPLES)
const like = (name: Name) => `${name} is written like this: ${EXAMPLES[name]}`

/** Fields that are not listed are kept: agents add what they know, such as `coordinate_abs`. */
function only<const N extends Name>(name: N) {
  return z.looseObject({ action: z.literal(name) }, { error: like(name) })
}

const point = (name: Name) => z.tuple([z.number(), z.number()], { error: `a point is [x, y]; ${like(name)}` })
const text = (name: Name) => z.string({ error: `text is a text in quotes; ${like(name)}` })

function tap<const N extends Name>(name: N) {
  return only(name).extend({ coordinate: point(name) })
}

export const BUTTONS = ['back', 'home', 'menu', 'enter', 'recent']

const button = z.string().refine((value) => BUTTONS.includes(value.toLowerCase()), {
  error: `button is one of Back, Home, Menu, Enter and Recent; ${like('system_button')}`
})

export const CoordinateAction = z.discriminatedUnion(
  'action',
  [
    tap('click'),
    tap('double_click'),
    tap('long_press'),
    tap('swipe').extend({ coordinate2: point('swipe') }),
    only('type').extend({ text: text('type') }),
    only('key').extend({ text: text('key') }),
    only('system_button').extend({ button }),
    only('open').extend({ text: text('open').min(1, like('open')) }),
    only('wait').extend({ time: z.number({ error: `time is in seconds; ${like('wait')}` }).nullish() }),
    only('answer').extend({ text: text('answer') }),
    only('terminate').extend({
      status: z.enum(['success', 'failure'], { error: `status is "success" or "failure"; ${like('terminate')}` })
    })
  ],
  { error: ({ input }) => unknownAction(input) }
)
export type CoordinateAction = z.infer<typeof CoordinateAction>

const WITH_NAME = z.object({ action: z.string() })

/** Whether it is meant as one of these actions: AndroidWorld's own have an `action_type`. */
export function hasAction(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'action' in given && !('action_type' in given)
}

function unknownAction(input: unknown): string {
  const named = WITH_NAME.safeParse(input).data?.action
  if (named === undefined) return `action is the name of an action in quotes, e.g. ${EXAMPLES.click}`
  const meant = nearest(named, NAMES)
  const example = Object.entries(EXAMPLES).find(([name]) => name === meant)?.[1]
  return `"${named}" is not an action.${example ? ` Did you mean ${example}?` : ''} There are: ${NAMES.join(', ')}.`
}
