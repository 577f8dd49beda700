// A model server that means no good, in a process of its own: the path says how. It tells its port, then every answer that was closed on it.

import { writeSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { constants, createGzip } from 'node:zlib'

const event = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta, finish_reason }] })}\n\n`
const LONG = 'a'.repeat(65_536)
const NOISE = Buffer.from(Array.from({ length: 65_536 }, (_, at) => (at * 7919) % 251))
const stream = { 'content-type': 'text/event-stream' }

/** Writes what `next` gives for as long as anybody reads. */
async function pour(response: ServerResponse, next: () => string | Buffer): Promise<void> {
  while (!response.destroyed) {
    if (!response.write(next())) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
  }
}

const ways: Record<string, (response: ServerResponse) => unknown> = {
  thoughts: (response) => {
    const many = event({ reasoning_content: 'é' }).repeat(500)
    return pour(response.writeHead(200, stream), () => many)
  },
  words: (response) => {
    const many = event({ content: 'ab ' }).repeat(500)
    return pour(response.writeHead(200, stream), () => many)
  },
  line: (response) => {
    response.writeHead(200, stream).write('data: {"choices": [{"delta": {"content": "')
    return pour(response, () => LONG)
  },
  lines: (response) => pour(response.writeHead(200, stream), () => 'data: \n'.repeat(5000)),
  comments: (response) => pour(response.writeHead(200, stream), () => `: ${LONG}\n`),
  returns: (response) => pour(response.writeHead(200, stream), () => '\r'.repeat(65_536)),
  nothing: (response) => pour(response.writeHead(200, stream), () => event({}).repeat(1000)),
  pings: async (response) => {
    response.writeHead(200, stream)
    while (!response.destroyed) {
      response.write(': ping\n\n')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
  noise: (response) => pour(response.writeHead(200, stream), () => NOISE),
  deep: (response) => response.writeHead(200, stream).end(`data: ${'['.repeat(1_000_000)}\n\n`),
  choices: (response) =>
    response.writeHead(200, stream).end(`data: {"choices": [${'{"delta":{"content":"x"}},'.repeat(100_000)}{}]}\n\n`),
  bomb: (response) => {
    response.writeHead(200, { ...stream, 'content-encoding': 'gzip' })
    const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION })
    gzip.pipe(response)
    response.on('close', () => gzip.destroy())
    gzip.write('data: ')
    const more = () => !gzip.destroyed && gzip.write(LONG, more)
    more()
  },
  refusal: (response) => pour(response.writeHead(500, { 'content-type': 'application/json' }), () => LONG),
  misfit: (response) => pour(response.writeHead(400, { 'content-type': 'application/json' }), () => LONG),
  slowly: (response) => response.writeHead(500).write('{"error": '),
  mute: () => {},
  silent: (response) => response.writeHead(200, stream).write(event({ content: 'a' })),
  pieces: async (response) => {
    response.writeHead(200, stream)
    const all = Buffer.from(event({ content: 'é \u{1F30D} 漢字\n' }) + event({}, 'stop'))
    for (const byte of all) {
      response.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    response.end()
  },
  elsewhere: (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/v1/chat/completions' }).end(),
  circle: (response) => response.writeHead(308, { location: '/circle/v1/chat/completions' }).end()
}

const server = createServer((request, response) => {
  const way = request.url?.split('/')[1] ?? ''
  response.on('close', () => writeSync(1, `closed ${way}\n`))
  request.resume().on('end', () => ways[way]?.(response))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  writeSync(1, `port ${typeof address === 'object' && address ? address.port : 0}\n`)
})
