// Tells damage from bugs: an error that nothing explains, in a world whose steps are no longer what their ids say.
import type { Handlers } from '../../core/contract/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { stepId } from '../../core/tree/history.ts'
import type { Store } from '../../core/tree/store.ts'

/** The same handlers; what fails for no known reason in a damaged world says so. `path`: the database's. */
export function namingDamage({ calls, streams, ...rest }: Handlers, store: Store, path: string): Handlers {
  /** `error`, or the damage that explains it: a step's id is the hash of what it holds. */
  async function behind(error: unknown, input: unknown): Promise<unknown> {
    for (const session of error instanceof OrreryError ? [] : sessionsOf(input, store)) {
      for (const id of store.stepIds(session)) {
        const { parent, action, observation } = store.step(id)
        if ((await stepId(parent, action, observation)) !== id) return damaged(id, path, error)
      }
    }
    return error
  }

  // Object.entries cannot say that a name and its handler belong together: each is wrapped by one of the same input and output.
  const wrapped = Object.entries(calls as Record<string, (input: unknown) => unknown>).map(([name, work]) => [
    name,
    async (input: unknown) => {
      try {
        return await work(input)
      } catch (error) {
        throw await behind(error, input)
      }
    }
  ])
  return {
    calls: Object.fromEntries(wrapped) as Handlers['calls'], // As above.
    streams: {
      ...streams,
      async *'formats.export'(input, options) {
        try {
          yield* streams['formats.export'](input, options)
        } catch (error) {
          throw await behind(error, input)
        }
      },
      async *'steps.run'(input, options) {
        for await (const event of streams['steps.run'](input, options)) {
          if (event.type !== 'failed' || event.error.code !== 'internal') yield event
          else yield { ...event, error: await reworded(event.error) }
        }
        async function reworded(told: ReturnType<typeof toWire>) {
          const found = await behind(told, input)
          return found === told ? told : toWire(found)
        }
      }
    },
    ...rest
  }
}

/** The worlds that a call is about. */
function sessionsOf(input: unknown, store: Store): string[] {
  if (typeof input !== 'object' || input === null) return []
  if ('session' in input && typeof input.session === 'string') return [input.session]
  if ('sessions' in input && Array.isArray(input.sessions)) return input.sessions.filter((id) => typeof id === 'string')
  return 'branch' in input && typeof input.branch === 'string' ? [store.branch(input.branch).session] : []
}

function damaged(step: string, path: string, cause: unknown): OrreryError {
  return new OrreryError(
    'database-corrupt',
    `Step ${step} of this world is damaged in the database "${path}". Export the worlds that still open. Then close ` +
      `Orrery and restore a backup, or repair the file with: sqlite3 "${path}" .recover | sqlite3 repaired.db`,
    { cause }
  )
}
