// Domains where steps hold actions that none of them can read (tree/unread.ts).
import type { Action } from '../tree/model.ts'
import { unreadIn } from '../tree/unread.ts'
import { brief } from './brief.ts'
import type { Domain } from './domain.ts'

/** The domain, which also takes such actions wherever it tells of steps. Its schema refuses them: none can be done. */
export function toleratesUnread(domain: Domain): Domain {
  // What nothing is known of changes as little as an action that only looks.
  const looks = (() => {
    try {
      return domain.fromText('')
    } catch {
      return null
    }
  })()
  const instead = (action: Action): Action => (unreadIn(action) === null ? action : looks)
  const { prediction, tools, document, shell } = domain
  return {
    ...domain,
    format: (action) => unreadIn(action) ?? domain.format(action),
    label: (action, screen) => {
      const text = unreadIn(action)
      return text === null ? domain.label(action, screen) : brief(text)
    },
    fold: (state, { action, observation }) => {
      const known = instead(action)
      return known === null ? state : domain.fold(state, { action: known, observation })
    },
    prediction: {
      ...prediction,
      prefill: (action, state) => (unreadIn(action) === null ? prediction.prefill(action, state) : ''),
      counts: (action, setup, past) => {
        const read = past.filter((one) => unreadIn(one) === null)
        return unreadIn(action) !== null || (prediction.counts?.(action, setup, read) ?? true)
      }
    },
    ...(tools && {
      tools: {
        ...tools,
        certain: (action, setup) => (unreadIn(action) === null ? tools.certain(action, setup) : null),
        schema: (action, setup) => (unreadIn(action) === null ? (tools.schema?.(action, setup) ?? null) : null)
      }
    }),
    ...(document && {
      document: {
        ...document,
        read: (action, text) =>
          unreadIn(action) === null ? document.read(action, text) : { kind: 'text', text, error: false }
      }
    }),
    ...(shell && {
      shell: {
        ...shell,
        transcript: (steps, setup) =>
          shell.transcript(
            steps.map((step) => ({ ...step, action: instead(step.action) })),
            setup
          )
      }
    })
  }
}
