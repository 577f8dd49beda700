// The phone as agents use it: each of AndroidWorld's actions as a tool of its own.
import { z } from 'zod'
import { agentTool } from '../agent-tool.ts'
import type { AgentTool } from '../capabilities.ts'

const index = z.int().min(0).describe('Number of a UI element on the screen. Without it, x and y.').optional()
const x = z.number().describe('Pixels from the left edge.').optional()
const y = z.number().describe('Pixels from the top edge.').optional()
const direction = z.enum(['up', 'down', 'left', 'right'])
const target = { index, x, y }

const tool = <Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape): AgentTool =>
  agentTool(
    { name, title: name.replaceAll('_', ' '), description },
    shape,
    // What is left out is not there: the action has no undefined.
    (args) => ({
      action_type: name,
      ...Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
    })
  )

export const androidTools: readonly AgentTool[] = [
  tool('click', 'Taps a UI element or a point.', target),
  tool('double_tap', 'Taps a UI element or a point twice.', target),
  tool('long_press', 'Presses a UI element or a point and holds it.', target),
  tool('input_text', 'Types into a text field.', {
    text: z.string(),
    ...target,
    clear_text: z.boolean().describe('Removes what is in the field first.').optional()
  }),
  tool('scroll', 'Scrolls the screen, or a UI element.', { direction, ...target }),
  tool('swipe', 'Swipes over the screen, or a UI element.', { direction, ...target }),
  tool('keyboard_enter', 'Presses Enter.', {}),
  tool('navigate_back', 'Presses the back button.', {}),
  tool('navigate_home', 'Presses the home button.', {}),
  tool('open_app', 'Opens an app.', { app_name: z.string().min(1) }),
  tool('wait', 'Waits for the screen.', {}),
  tool('answer', 'Tells the user an answer.', { text: z.string() }),
  tool('status', 'Says that the task is complete, or infeasible. Ends the task.', {
    goal_status: z.enum(['complete', 'infeasible'])
  })
]
