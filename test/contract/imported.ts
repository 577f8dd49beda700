import type { Client, Handlers, ImportReport, StreamEvent, StreamInput } from '../../src/core/api.ts'
import { mount } from '../../src/host/doors/mount.ts'

type Input = StreamInput<'sessions.import'>

/** The report of an import through any door. */
export async function imported(client: Client, input: Input): Promise<ImportReport> {
  for await (const event of client.stream('sessions.import', input)) if (event.type === 'report') return event.report
  throw new Error('The import ended without a result.')
}

/** The report of an import that is asked of the handlers. */
export async function importedBy(handlers: Handlers, input: Input): Promise<ImportReport> {
  const events: StreamEvent<'sessions.import'>[] = []
  const { signal } = new AbortController()
  // The mount emits what the handler of this name yields.
  const emit = (event: unknown) => void events.push(event as StreamEvent<'sessions.import'>)
  await mount(handlers, 'window').stream('sessions.import', input, { signal, emit })
  const last = events.at(-1)
  if (last?.type !== 'report') throw new Error('The import ended without a result.')
  return last.report
}
