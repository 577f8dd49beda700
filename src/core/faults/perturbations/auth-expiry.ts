// What was let in is let in no longer.
import { z } from 'zod'
import { matches, TextMatch } from '../../text/match.ts'
import { did, failed, meetsServer, reached } from '../failing-turn.ts'
import type { Perturbation } from '../perturbation.ts'

const Options = z.strictObject({
  /** Calls after which the token expires. */
  calls: z.int().min(0).max(10_000).default(3),
  /** The action that gets a new one. */
  login: TextMatch.default({ matches: '[Ll]og_?-?in|[Ss]ign_?-?in|[Aa]uth|[Tt]oken|[Rr]efresh' }),
  message: z.string().min(1).default('The access token has expired.')
})
type Options = z.infer<typeof Options>

export const authExpiry: Perturbation<Options> = {
  name: 'auth-expiry',
  title: 'Expired token',
  description: 'After some calls the access token expires, until an action logs in again.',
  weakness: 'Does not notice that it has to log in again, and takes the refusal for a missing permission.',
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
  answer(moment, { calls, login, message }) {
    if (matches(login, moment.label)) return null
    const past = moment.past()
    const since = past.slice(past.findLastIndex(({ label }) => matches(login, label)) + 1)
    if (since.filter((one) => reached(moment, one) && !did(moment, one)).length < calls) return null
    return failed(moment, { status: 401, message }, message)
  }
}
