// The browser as agents use it: each of the 21 calls as a tool of its own.

import type { PythonLiteral } from '../../text/python-values.ts'
import type { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { AgentTool } from '../capabilities.ts'
import { writeCall } from '../python.ts'
import { CALLS, type ParameterKind } from './calls.ts'

// A page is not gone to, and a server not asked: the world answers.
const WHAT: Record<string, string> = {
  noop: 'Waits.',
  click: 'Clicks an element.',
  fill: 'Fills a text field, in place of what it holds.',
  select_option: 'Selects one or several options of a list.',
  hover: 'Moves the mouse over an element.',
  keyboard_press: 'Presses a key or a combination, such as Control+a.',
  keyboard_type: 'Types into what has the focus.',
  mouse_move: 'Moves the mouse.',
  mouse_click: 'Clicks at a point of the page.',
  mouse_dblclick: 'Double-clicks at a point of the page.',
  mouse_down: 'Presses a mouse button and holds it.',
  mouse_up: 'Releases a mouse button.',
  scroll: 'Scrolls by pixels.',
  goto: 'Goes to an address.',
  go_back: 'Goes back in the history.',
  go_forward: 'Goes forward in the history.',
  new_tab: 'Opens a new tab.',
  tab_focus: 'Changes to a tab, counted from 0.',
  tab_close: 'Closes the tab.',
  send_msg_to_user: 'Tells the user something, such as the answer. Ends the task.',
  report_infeasible: 'Says that the task cannot be done, and why. Ends the task.'
}

const TALKS = 'Tells the user something, or asks them something. What they answer stands above the page.'

const SCHEMAS: Record<ParameterKind, Record<string, Json>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  index: { type: 'integer', minimum: 0 },
  button: { type: 'string', enum: ['left', 'middle', 'right'] },
  modifiers: { type: 'array', items: { type: 'string', enum: ['Alt', 'Control', 'Meta', 'Shift', 'ControlOrMeta'] } },
  options: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }] },
  flag: { type: 'boolean' }
}

export const webTools: readonly AgentTool[] = [...CALLS].map(([name, { parameters }]) => ({
  tool: {
    name,
    description: WHAT[name] ?? name,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        parameters.map(({ name, kind, fallback }) => [
          name,
          { ...SCHEMAS[kind], ...(fallback !== undefined && { default: fallback }) }
        ])
      ),
      required: parameters.filter(({ fallback }) => fallback === undefined).map(({ name }) => name),
      additionalProperties: false
    }
  } satisfies Tool,
  ...(name === 'send_msg_to_user' && { besideUser: TALKS }),
  // JSON is a Python literal here.
  action: (args) => writeCall(name, [], Object.entries(args) as [string, PythonLiteral][])
}))
