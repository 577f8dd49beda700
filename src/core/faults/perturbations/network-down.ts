// Network down.
import { z } from 'zod'
import { failed, meetsServer } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'

const Options = z.strictObject({
  /** What of the connection fails. */
  connection: z.enum(['unresolved', 'unreachable', 'refused', 'reset', 'timeout']).default('unresolved')
})
type Options = z.infer<typeof Options>

export const networkDown: Perturbation<Options> = {
  name: 'network-down',
  title: 'Network down',
  description: 'No server can be reached: names are not resolved, or connections fail. Local work goes on.',
  weakness: 'Takes a lost connection for a wrong address or a broken program.',
  kind: 'explicit',
  options: Options,
  serves: ({ fail }) => fail !== undefined,
  meets: meetsServer,
  examples: [
    {
      domain: 'terminal',
      setup: { initialState: 'dev@moor:~$ ' },
      turns: [
        {
          action: 'curl -s -S https://api.example.org/jobs',
          observation: 'dev@moor:~$ curl -s -S https://api.example.org/jobs\n[{"id": 7}]\ndev@moor:~$ '
        }
      ]
    },
    {
      domain: 'mcp',
      setup: { initialState: '{"issues": []}' },
      turns: [{ action: 'get_issue id=41', observation: '{"id": 41, "title": "Lost row"}' }]
    },
    {
      domain: 'search',
      turns: [
        {
          action: 'length of the Sundvik bridge',
          observation: '[1] https://bridge.example/facts\nTitle: Facts\nSnippet: How long it is.'
        }
      ]
    },
    {
      domain: 'web',
      setup: {
        initialState:
          "URL: https://shop.example/\nTab 0 (current): Shop\n\nRootWebArea 'Shop', focused\n\t[14] link 'Basket', clickable"
      },
      turns: [
        {
          action: "click('14')",
          observation:
            "URL: https://shop.example/basket\nTab 0 (current): Basket\n\nRootWebArea 'Basket', focused\n\t[21] button 'Pay', clickable"
        }
      ]
    },
    {
      domain: 'android',
      setup: {
        initialState:
          'UI element 0: {"index": 0, "text": "Sync", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}'
      },
      turns: [
        {
          action: '{"action_type": "click", "index": 0}',
          observation:
            'UI element 0: {"index": 0, "text": "Synced", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}'
        }
      ]
    }
  ],
  answer: (moment, { connection }) =>
    failed(moment, { status: null, message: 'The network is down', connection }, `The network is down (${connection}).`)
}
