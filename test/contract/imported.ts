import type { ImportReport } from '../../src/core/contract/formats.ts'
import type { Client, Handlers, StreamEvent, StreamInput } from '../../src/core/contract/index.ts'
import { mount } from '../../src/host/doors/mount.ts'

type Input = StreamInput<'formats.import'>

/** The report of an import through any door. */
export async function imported(client: Client, input: Input): Promise<ImportReport> {
  for await (const event of client.stream('formats.import', input)) if (event.type === 'report') return event.report
  throw new Error('The import ended without a result.')
}

/** The report of an import that is asked of the handlers. */
export async function importedBy(handlers: Handlers, input: Input): Promise<ImportReport> {
  const events: StreamEvent<'formats.import'>[] = []
  const { signal } = new AbortController()
  // The mount emits what the handler of this name yields.
  const emit = (event: unknown) => void events.push(event as StreamEvent<'formats.import'>)
  await mount(handlers, 'window').stream('formats.import', input, { signal, emit })
  const last = events.at(-1)
  if (last?.type !== 'report') throw new Error('The import ended without a result.')
  return last.report
}
