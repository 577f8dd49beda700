// Reads a stream of server-sent events.

/** The data of each server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  let data: string[] = []
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    // A carriage return at the very end may be half of a line break: it waits for what follows.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
      else if (line === '' && data.length) {
        yield data.join('\n')
        data = []
      }
    }
  }
  // Some servers close right after the last line, without the blank one.
  if (rest.startsWith('data:')) data.push(rest.slice(5).trim())
  if (data.length) yield data.join('\n')
}
