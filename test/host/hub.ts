// A model hub on this machine: serves one file with ranges, as slowly or as badly as a test wants.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'

export interface Hub {
  /** What was asked for, in order: `README.md`, or the range of the file. */
  asked: string[]
  /** Takes requests and never answers. */
  mute: boolean
  /** Hangs up on everybody, as a network that fails does. */
  down: boolean
  /** Replaced by a test to misbehave. */
  answer: (request: IncomingMessage, response: ServerResponse, range: [number, number]) => void
}

/** Starts the hub and makes node-llama-cpp take it for the real one until the test is over. */
export async function startHub(bytes: Buffer): Promise<Hub> {
  const hub: Hub = {
    asked: [],
    mute: false,
    down: false,
    answer: (_, response, [from, to]) => response.end(bytes.subarray(from, to))
  }
  const server = createServer((request, response) => {
    if (hub.mute) return
    if (hub.down) return void request.socket.destroy()
    if (request.url?.includes('README.md')) {
      hub.asked.push('README.md')
      response.writeHead(404).end()
      return
    }
    const match = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')
    const range: [number, number] = match ? [Number(match[1]), Number(match[2]) + 1] : [0, bytes.length]
    hub.asked.push(match ? `${range[0]}-${range[1]}` : 'all')
    response.setHeader('accept-ranges', 'bytes')
    response.setHeader('content-length', range[1] - range[0])
    if (match) response.setHeader('content-range', `bytes ${range[0]}-${range[1] - 1}/${bytes.length}`)
    response.statusCode = match ? 206 : 200
    hub.answer(request, response, range)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server listening on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  vi.stubEnv('HF_ENDPOINT', `http://127.0.0.1:${port}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  return hub
}

/** Makes the hub an address where nothing listens, and returns that address. */
export async function noHub(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // As above.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  vi.stubEnv('HF_ENDPOINT', `http://127.0.0.1:${port}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  return `127.0.0.1:${port}`
}
