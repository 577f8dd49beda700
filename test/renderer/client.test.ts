import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Client, StreamMessage } from '../../src/core/contract/index.ts'
import { bridgeClient, httpClient, lossIn } from '../../src/renderer/store/client.ts'

const LOST =
  'The connection to Orrery was lost. Your committed steps are safe. Restart Orrery and open the link that it prints.'
let server: Server
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A client of a server that answers every request with `listener`. */
async function clientOf(listener: RequestListener): Promise<Client> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return httpClient({ origin: `http://127.0.0.1:${typeof address === 'object' && address?.port}`, token: 't' })
}

async function all(client: Client): Promise<unknown[]> {
  const events: unknown[] = []
  for await (const event of client.stream('steps.run', { session: 's', branch: 'b', action: [] })) events.push(event)
  return events
}

test('events split anywhere, between bytes of a letter too, arrive whole', async () => {
  const text = 'data: {"type":"observation","text":"żółw \u{1FA90}"}\n\n: keep-alive\n\nevent: end\ndata: null\n\n'
  const client = await clientOf(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const byte of Buffer.from(text)) {
      response.write(Buffer.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  })
  expect(await all(client)).toEqual([{ type: 'observation', text: 'żółw \u{1FA90}' }])
})

test('a stream that breaks off says that the connection was lost', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"type":"restart"}\n\n', () => response.destroy())
  })
  await expect(all(client)).rejects.toMatchObject({ code: 'disconnected', message: LOST })
})

test('a stream that ends without saying how says that the connection was lost', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"type":"restart"}\n\n')
  })
  await expect(all(client)).rejects.toMatchObject({ code: 'disconnected', message: LOST })
})

test('a call to a server that is gone says so', async () => {
  const client = await clientOf(() => {})
  server.close()
  await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'disconnected', message: LOST })
})

test('a refusal by the server is thrown with its code and words, for calls and streams', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end('{"ok":false,"error":{"code":"forbidden","message":"No."}}')
  })
  await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'forbidden', message: 'No.' })
  await expect(all(client)).rejects.toMatchObject({ code: 'forbidden', message: 'No.' })
})

test('to a page whose cookie is of an earlier Orrery, the connection is lost', async () => {
  await clientOf((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    const error = { code: 'wrong-token', message: 'In any words.' }
    response.end(JSON.stringify({ ok: false, error }))
  })
  const address = server.address()
  const page = httpClient({ origin: `http://127.0.0.1:${typeof address === 'object' && address?.port}` })
  const message = /^Orrery was restarted after this window was opened\./
  await expect(page.call('app.info', {})).rejects.toMatchObject({ code: 'disconnected', message })
  await expect(all(page)).rejects.toMatchObject({ code: 'disconnected', message })
})

test('a host that does not know this page is asked once, and again when somebody comes back to it', async () => {
  let asked = 0
  let knows = false
  await clientOf((_request, response) => {
    asked++
    response.setHeader('content-type', 'application/json')
    response.end(knows ? '{"ok":true,"value":1}' : '{"ok":false,"error":{"code":"wrong-token","message":"No."}}')
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address?.port}`
  let comeBack = () => {}
  const page = httpClient({
    origin,
    onReturn(again) {
      comeBack = again
    }
  })
  const loss = () => page.call('app.info', {}).then(() => null, lossIn)
  expect([await loss(), await loss(), await all(page).then(() => null, lossIn), asked]).toEqual([
    ...['restarted', 'restarted', 'restarted'],
    1
  ])
  comeBack()
  expect([await loss(), asked]).toEqual(['restarted', 2])
  knows = true
  expect([await loss(), asked]).toEqual(['restarted', 2])
  comeBack()
  expect([await loss(), asked]).toEqual([null, 3])
})

test('a code this window does not know is an internal error, with its words', async () => {
  const client = await clientOf((_request, response) => {
    response.end('{"ok":false,"error":{"code":"of-the-future","message":"Later."}}')
  })
  await expect(client.call('app.info', {})).rejects.toMatchObject({ code: 'internal', message: 'Later.' })
})

test('over the bridge, messages of other streams are not mistaken for ours', async () => {
  const listeners = new Set<(message: StreamMessage) => void>()
  const tell = (message: StreamMessage) => {
    for (const listener of listeners) listener(message)
  }
  const client = bridgeClient({
    call: async () => ({ ok: true, value: null }),
    start(id) {
      tell({ id: 'another', type: 'event', event: { type: 'restart' } })
      tell({ id, type: 'event', event: { type: 'queued', ahead: 1 } })
      tell({ id: 'another', type: 'end', error: null })
      tell({ id, type: 'end', error: null })
    },
    cancel: () => {},
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  })
  expect(await all(client)).toEqual([{ type: 'queued', ahead: 1 }])
  expect(listeners.size).toBe(0)
})
