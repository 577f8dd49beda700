// OSWorld's other action space, `computer_13`, as code.
import { z } from 'zod'
import type { PythonLiteral } from '../../text/python-values.ts'
import { call, write } from './code.ts'

const Parameters = z.object({
  x: z.number().optional(),
  y: z.number().optional(),
  button: z.enum(['left', 'middle', 'right']).optional(),
  num_clicks: z.int().optional(),
  dx: z.number().optional(),
  dy: z.number().optional(),
  text: z.string().optional(),
  key: z.string().optional(),
  keys: z.array(z.string()).optional()
})

/** OSWorld's other action space: `{action_type, x, y, ...}`, the parameters beside the type or in `parameters`. */
export const Computer13 = z
  .looseObject({ action_type: z.string() })
  .transform(({ action_type, parameters, ...rest }, context): string => {
    const given = Parameters.safeParse(parameters ?? rest)
    const code = given.success ? translate(action_type, given.data) : null
    if (code !== null) return code
    context.addIssue({
      code: 'custom',
      message: `${action_type} is not a whole action of computer_13. They are like {"action_type":"CLICK","x":300,"y":200}, {"action_type":"TYPING","text":"hello"} or {"action_type":"HOTKEY","keys":["ctrl","s"]}.`
    })
    return z.NEVER
  })

/** The code for a `computer_13` action, or `null` when it is none or lacks what it takes. */
function translate(type: string, { x, y, button, num_clicks, dx, dy, text, key, keys }: z.infer<typeof Parameters>) {
  // Half a point would be a click wherever the mouse happens to be.
  if ((x === undefined) !== (y === undefined)) return null
  const at: PythonLiteral[] = x === undefined || y === undefined ? [] : [x, y]
  const mouse: [string, PythonLiteral][] = button && button !== 'left' ? [['button', button]] : []
  switch (type) {
    case 'MOVE_TO':
      return at.length ? call('moveTo', at) : null
    case 'CLICK':
      return call('click', at, [
        ...mouse,
        ...(num_clicks && num_clicks > 1 ? [['clicks', num_clicks] as [string, PythonLiteral]] : [])
      ])
    case 'MOUSE_DOWN':
      return call('mouseDown', [], mouse)
    case 'MOUSE_UP':
      return call('mouseUp', [], mouse)
    case 'RIGHT_CLICK':
      return call('rightClick', at)
    case 'DOUBLE_CLICK':
      return call('doubleClick', at)
    case 'DRAG_TO':
      return at.length ? call('dragTo', at, [['button', 'left']]) : null
    case 'SCROLL': {
      const lines = [dy && call('scroll', [dy]), dx && call('hscroll', [dx])].filter(Boolean)
      return lines.length ? lines.join('\n') : null
    }
    case 'TYPING':
      return text === undefined ? null : write.text(text)
    case 'PRESS':
      return key === undefined ? null : call('press', [key])
    case 'KEY_DOWN':
      return key === undefined ? null : call('keyDown', [key])
    case 'KEY_UP':
      return key === undefined ? null : call('keyUp', [key])
    case 'HOTKEY':
      return keys?.length ? call('hotkey', keys) : null
    case 'WAIT':
    case 'FAIL':
    case 'DONE':
      return type
    default:
      return null
  }
}
