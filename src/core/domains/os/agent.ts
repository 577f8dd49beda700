// The desktop as agents use it: OSWorld's `computer_13` as tools, and pyautogui code for those that write it.
import { z } from 'zod'
import { agentTool } from '../agent-tool.ts'
import type { AgentTool } from '../capabilities.ts'

const x = z.number().describe('Pixels from the left edge.')
const y = z.number().describe('Pixels from the top edge.')
const point = { x: x.optional(), y: y.optional() }
const button = z.enum(['left', 'middle', 'right']).optional()

const tool = <Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape): AgentTool =>
  agentTool({ name, title: name.replaceAll('_', ' '), description }, shape, (args) => ({
    action_type: name.toUpperCase(),
    ...Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
  }))

export const osTools: readonly AgentTool[] = [
  tool('move_to', 'Moves the mouse.', { x, y }),
  tool('click', 'Clicks, at a point or where the mouse is.', {
    ...point,
    button,
    num_clicks: z.int().min(1).optional()
  }),
  tool('right_click', 'Clicks with the right button.', point),
  tool('double_click', 'Double-clicks.', point),
  tool('drag_to', 'Drags from where the mouse is to a point.', { x, y }),
  tool('mouse_down', 'Presses a mouse button and holds it.', { button }),
  tool('mouse_up', 'Releases a mouse button.', { button }),
  tool('scroll', 'Scrolls; dy above 0 is up.', { dx: z.int().optional(), dy: z.int().optional() }),
  tool('typing', 'Types a text.', { text: z.string() }),
  tool('press', 'Presses a key.', { key: z.string() }),
  tool('key_down', 'Presses a key and holds it.', { key: z.string() }),
  tool('key_up', 'Releases a key.', { key: z.string() }),
  tool('hotkey', 'Presses keys together.', { keys: z.array(z.string()).min(1) }),
  tool('wait', 'Waits for the screen.', {}),
  tool('done', 'Says that the task is done. Ends the task.', {}),
  tool('fail', 'Says that the task cannot be done. Ends the task.', {}),
  agentTool(
    {
      name: 'run_pyautogui',
      title: 'run pyautogui',
      description: 'Several actions in a row, as Python code that uses pyautogui.'
    },
    { code: z.string().min(1) },
    ({ code }) => code
  )
]
