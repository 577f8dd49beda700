// Server error.
import { z } from 'zod'
import { failed, meetsServer } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'

const Options = z.strictObject({
  /** HTTP status. */
  status: z.int().min(400).max(599).default(503),
  message: z.string().min(1).default('The service is temporarily unavailable.'),
  /** Seconds that the answer asks to wait. */
  retryAfter: z.int().min(1).max(86_400).exactOptional()
})
type Options = z.infer<typeof Options>

export const apiError: Perturbation<Options> = {
  name: 'api-error',
  title: 'Server error',
  description: 'The server answers with an error status, and may say when to try again.',
  weakness: 'Gives up at the first error, or repeats at once without waiting.',
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
  answer: (moment, { status, message, retryAfter }) =>
    failed(moment, { status, message, ...(retryAfter !== undefined && { retryAfter }) }, `HTTP ${status}: ${message}`)
}
