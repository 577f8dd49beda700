// The two streams of an MCP server that a client starts: whole lines come in, and what was asked is answered before the end of the input counts.
import { Readable, Writable } from 'node:stream'
import { linesOf } from '../../core/formats/importers/lines.ts'
import { isObject, parseJson } from '../../core/text/json.ts'
import type { Cli } from './door.ts'

// Clients wait for a minute; one that has died asks for nothing more.
const GRACE_MS = 60_000

/**
 * Input without a byte order mark, a line at a time, the last one also where it has no line end; it ends `grace` milliseconds after the
 * client's at the latest, and before that once every request that came has its answer.
 */
export function stdioOf({ io }: Cli, { grace = GRACE_MS } = {}): { input: Readable; output: Writable } {
  const open = new Set<unknown>()
  let idle = () => {}
  const answered = (id: unknown) => {
    open.delete(id)
    if (!open.size) idle()
  }
  const heard = ({ id, method, params }: Record<string, unknown>) => {
    if (method === 'notifications/cancelled' && isObject(params)) answered(params.requestId)
    else if (method !== undefined && id !== undefined) open.add(id)
  }
  async function* asked() {
    for await (const { text } of linesOf(textIn(io.stdin))) {
      for (const message of messagesIn(text)) heard(message)
      yield `${text}\n`
    }
    if (!open.size) return
    let late: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      idle = resolve
      late = setTimeout(resolve, grace)
    })
    clearTimeout(late)
  }
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const text = chunk.toString('utf8')
      const taken = io.stdout.write(text)
      for (const { id, method } of messagesIn(text)) if (method === undefined) answered(id)
      if (taken === false && io.stdout.once) io.stdout.once('drain', done)
      else done()
    }
  })
  return { input: Readable.from(asked(), { objectMode: false }), output }
}

async function* textIn(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of pieces) yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** One message, those of a batch, or none where the line is no JSON, which whoever reads it says. */
function messagesIn(line: string): Record<string, unknown>[] {
  try {
    const said: unknown[] = [parseJson(line)].flat()
    return said.filter(isObject)
  } catch {
    return []
  }
}
