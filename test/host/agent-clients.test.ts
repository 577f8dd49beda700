// The Python clients of agents: while the machines are busy they come again, however often they are told to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const clients = join(import.meta.dirname, '../../resources/agents')

test('a client that is told a thousand times to come again has its answer in the end', async (context) => {
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    if (++asked <= 1200) return response.writeHead(503, { 'retry-after': '0' }).end('{"error": "busy"}')
    response.end('{"output": "done"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // A server that listens on a port has an address of this kind.
  const code = `import provider_tools; print(provider_tools.World("http://127.0.0.1:${port}")._post("run", {}))`
  const python = spawn('python3', ['-c', code], { cwd: clients, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
  const [out, err, end] = await Promise.all([
    ...[text(python.stdout), text(python.stderr)],
    new Promise<string>((resolve) => {
      python.once('error', () => resolve('absent'))
      python.once('close', (status) => resolve(String(status)))
    })
  ])
  if (end === 'absent') context.skip('python3 is not on this machine')
  expect({ out, err, end }).toEqual({ out: "{'output': 'done'}\n", err: '', end: '0' })
}, 60_000)
