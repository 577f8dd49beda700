// Too many calls in too short a time.
import { z } from 'zod'
import { did, failed, meetsServer, reached } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'

const Options = z.strictObject({
  /** Calls that are answered within the window. */
  calls: z.int().min(0).max(10_000).default(3),
  /** The window, in turns, this one included. */
  turns: z.int().min(1).max(10_000).default(5),
  /** Seconds that the answer asks to wait. */
  retryAfter: z.int().min(1).max(86_400).default(30)
})
type Options = z.infer<typeof Options>

export const rateLimit: Perturbation<Options> = {
  name: 'rate-limit',
  title: 'Rate limit',
  description: 'After some calls of a server within a few turns, further ones are refused until the window has passed.',
  weakness: 'Calls on and on instead of waiting, or asks one by one what one call could answer.',
  kind: 'explicit',
  options: Options,
  serves: ({ fail }) => fail !== undefined,
  meets: meetsServer,
  examples: [
    {
      domain: 'terminal',
      setup: { initialState: 'dev@moor:~$ ' },
      options: { calls: 0 },
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
      options: { calls: 0 },
      turns: [{ action: 'get_issue id=41', observation: '{"id": 41, "title": "Lost row"}' }]
    },
    {
      domain: 'search',
      options: { calls: 0 },
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
      options: { calls: 0 },
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
      options: { calls: 0 },
      turns: [
        {
          action: '{"action_type": "click", "index": 0}',
          observation:
            'UI element 0: {"index": 0, "text": "Synced", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}'
        }
      ]
    }
  ],
  answer(moment, { calls, turns, retryAfter }) {
    const answered = moment
      .past()
      .slice(Math.max(0, moment.chain.length - turns + 1))
      .filter((past) => reached(moment, past) && !did(moment, past)).length
    if (answered < calls) return null
    const failure = { status: 429, message: 'Rate limit exceeded.', retryAfter }
    return failed(moment, failure, `${calls} calls in ${turns} turns are the most: refused.`)
  }
}
