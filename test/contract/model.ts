// A model server on this machine that says what the test asks for: what a step needs, without a model.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { MARKER } from '../../src/core/step/parse.ts'
import { readUserTurn } from '../../src/core/step/turns.ts'

export interface ModelServer {
  baseUrl: string
  /** How many wait for an answer that does not come. */
  waiting(): number
  close(): Promise<void>
}

/** What each screen streams as, piece by piece. */
export const PIECES = ['user@box:~$ ls', '\nnotes.txt', '  plans.txt', '\nuser@box:~$ ']
export const SCREEN = PIECES.join('')

/**
 * Speaks the OpenAI chat API. The action decides: with "ponder" it thinks until it is asked to go on from its closed thought, with "hang" the answer stops after its first piece until the
 * listener leaves, with "break" it is an error, with "shuf" the screen ends in the seed it was asked with, else it is the screen. Texts have their lengths
 * for vectors, and none where one is "hang".
 */
export async function startModel(): Promise<ModelServer> {
  let waiting = 0
  const server = createServer(async (request, response) => {
    // Connecting asks whether anybody is there.
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    for await (const part of request) body += part
    const { messages, seed, input } = JSON.parse(body)
    const hang = () => {
      waiting++
      response.on('close', () => waiting--)
    }
    if (input) {
      if (input.includes('hang')) return hang()
      const data = input.map((text: string, index: number) => ({ index, embedding: [text.length] }))
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    }
    const goesOn = messages.at(-1).role === 'assistant'
    const asked = readUserTurn(String(messages.at(goesOn ? -2 : -1).content)).action
    if (asked.includes('break')) {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'the model is out of order' } }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const say = (delta: object, finish_reason: string | null = null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
    if (!goesOn) say({ reasoning_content: 'Two files.' })
    if (!goesOn && asked.includes('ponder')) return void say({ reasoning_content: ' Or three.' })
    for (const [index, piece] of PIECES.entries()) {
      say({ content: index === 0 ? `${MARKER}\n${piece}` : piece })
      if (asked.includes('hang')) return hang()
    }
    if (asked.includes('shuf')) say({ content: `seed ${seed}\n` })
    say({}, 'stop')
    response.end('data: [DONE]\n\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    waiting: () => waiting,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
