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
    prefill: (state, action) => (unreadIn(action) === null ? domain.prefill(state, action) : ''),
    ...(domain.schema && {
      schema: (state, action, setup) =>
        unreadIn(action) === null ? (domain.schema?.(state, action, setup) ?? null) : null
    }),
    ...(domain.certain && {
      certain: (state, action, setup) =>
        unreadIn(action) === null ? (domain.certain?.(state, action, setup) ?? null) : null
    }),
    ...(domain.counts && {
      counts: (action, setup, past) =>
        unreadIn(action) === null
          ? (domain.counts?.(
              action,
              setup,
              past.filter((one) => unreadIn(one) === null)
            ) ?? true)
          : true
    }),
    ...(domain.document && {
      document: (action, text) =>
        (unreadIn(action) === null && domain.document?.(action, text)) || { kind: 'text', text, error: false }
    }),
    ...(domain.terminal && {
      terminal: (steps, setup) =>
        domain.terminal?.(
          steps.map((step) => ({ ...step, action: instead(step.action) })),
          setup
        ) ?? []
    })
  }
}
