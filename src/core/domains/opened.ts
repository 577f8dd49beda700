// A domain as the rest of the program meets it: a stored action is read in one place, once, and the domain's own functions get it typed.
import { canonical } from '../tree/history.ts'
import type { Action, Setup } from '../tree/model.ts'
import { unreadIn } from '../tree/unread.ts'
import { brief } from './brief.ts'
import type { Domain } from './domain.ts'
import { once } from './once.ts'

/**
 * The domain for any stored action. One that its schema refuses, such as those of imported files that no domain can read
 * (`tree/unread.ts`), is told as it stands, and changes as little as an action that only looks.
 */
export function opened<A extends Action>(domain: Domain<A>): Domain {
  const known = once((action: Action): A | null => {
    const { data } = unreadIn(action) === null ? domain.action.safeParse(action) : {}
    if (data === undefined) return null
    // `as`: it is the same JSON. As it was stored, its keys keep their order.
    return canonical(data) === canonical(action) ? (action as A) : data
  })
  const looks = domain.action.parse(domain.fromText(''))
  const orLooks = (action: Action): A => known(action) ?? looks

  /** The function for any action; `unread` answers for what cannot be read. */
  function over<More extends unknown[], Result>(
    own: (action: A, ...more: More) => Result,
    unread: (action: Action, ...more: More) => Result
  ): (action: Action, ...more: More) => Result {
    return (action, ...more) => {
      const read = known(action)
      return read === null ? unread(action, ...more) : own(read, ...more)
    }
  }
  const none = () => null
  const { prediction, tools, agents, shell, screen, document, task, fiction, fail, says } = domain
  const { counts } = prediction
  return {
    ...domain,
    fence: (action) => domain.fence(action === undefined ? undefined : orLooks(action)),
    format: over(domain.format, textOf),
    label: over(domain.label, (action) => brief(textOf(action))),
    toolOf: over(domain.toolOf, none),
    ...(says && { says: over(says, none) }),
    fold: (state, { action, observation }) => domain.fold(state, { action: orLooks(action), observation }),
    prediction: {
      ...prediction,
      prefill: over(prediction.prefill, () => ''),
      ...(counts && {
        counts: over<[Setup, readonly Action[]], boolean>(
          (action, setup, past) =>
            counts(
              action,
              setup,
              past.map(known).filter((one) => one !== null)
            ),
          () => true
        )
      })
    },
    ...(tools && {
      tools: {
        ...tools,
        certain: over(tools.certain, none),
        ...(tools.schema && { schema: over(tools.schema, none) }),
        ...(tools.fails && { fails: over(tools.fails, () => false) })
      }
    }),
    ...(agents && {
      agents: { ...agents, ...(agents.essence && { essence: over(agents.essence, (action) => action) }) }
    }),
    ...(shell && {
      shell: {
        ...shell,
        read: over(shell.read, (_, text) => ({ output: text, streams: null, exitCode: null, running: false })),
        typed: over(shell.typed, none),
        printed: over(shell.printed, (_, text) => text),
        transcript: (steps, setup) =>
          shell.transcript(
            steps.map((step) => ({ ...step, action: orLooks(step.action) })),
            setup
          )
      }
    }),
    ...(screen && { screen: { ...screen, ...(screen.aim && { aim: over(screen.aim, none) }) } }),
    ...(document && {
      document: {
        ...document,
        read: over(document.read, (_, text) => ({ kind: 'text', text, error: false })),
        ...(document.admits && { admits: over(document.admits, () => true) })
      }
    }),
    ...(task && { task: { ...task, ...(task.concludes && { concludes: over(task.concludes, none) }) } }),
    ...(fiction && { fiction: { ...fiction, ...(fiction.echoes && { echoes: over(fiction.echoes, () => false) }) } }),
    ...(fail && { fail: over(fail, none) })
  }
}

const textOf = (action: Action): string =>
  unreadIn(action) ?? (typeof action === 'string' ? action : JSON.stringify(action))
