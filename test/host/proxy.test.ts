// Requests that leave the machine, through a real proxy that notes what it is asked for.
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { reach } from '../../src/host/engines/openai-request.ts'
import { createHost } from '../../src/host/host.ts'
import { CatalogueModel } from '../../src/host/models/catalogue.ts'
import { download } from '../../src/host/models/download.ts'
import { proxyFor, useProxies } from '../../src/host/network/proxy.ts'
import { folder } from './folder.ts'
import { ggufFile } from './gguf-file.ts'
import { noHub, startHub } from './hub.ts'

const BYTES = ggufFile({ weights: 24_000_000 })
const ENTRY = CatalogueModel.parse({
  ...{ id: 'tiny', title: 'Tiny', description: '', license: 'none', size: BYTES.length, memory: 1 },
  ...{ template: 'small', context: 128 },
  sources: [
    { type: 'hf', uri: 'hf:someone/tiny-GGUF/tiny.gguf', sha256: createHash('sha256').update(BYTES).digest('hex') }
  ]
})

interface Options {
  /** `USER:PASSWORD` that it wants to see. */
  wants?: string
  /** What it answers instead of connecting. */
  status?: string
  /** Where it connects to, whatever it is asked for. */
  to?: string
}

/** A proxy at `host`, and what it was asked for. */
async function startProxy({ wants, status, to = '127.0.0.1:1' }: Options = {}) {
  const asked: string[] = []
  const server = createServer((_, response) => response.writeHead(500).end('only CONNECT'))
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push(url)
    socket.on('error', () => {})
    const given = Buffer.from((headers['proxy-authorization'] ?? '').replace('Basic ', ''), 'base64').toString()
    if (wants !== undefined && given !== wants) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    if (status) return socket.end(`HTTP/1.1 ${status}\r\n\r\n`)
    const [host = '', port] = to.split(':')
    const far = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      far.pipe(socket).pipe(far)
    })
    far.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server listening on a port has an address of this kind.
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Sets the variables, for this process and for what it asks, until the test is over. */
function setVariables(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const restore = useProxies()
  onTestFinished(() => {
    restore()
    vi.unstubAllEnvs()
  })
}

async function pull(path: string) {
  const sources: string[] = []
  const { signal } = new AbortController()
  const stream = download(ENTRY, path, { signal, pythons: [], waits: [] })
  for (;;) {
    const { value, done } = await stream.next()
    if (done) return sources
    if (value.type === 'source') sources.push(value.source)
  }
}

const destination = async () => join(await folder(), 'tiny.gguf')

describe('45.27 a model', () => {
  it.each([['HTTP_PROXY'], ['http_proxy'], ['ALL_PROXY']])(
    'is downloaded through the proxy of %s',
    async (variable) => {
      const hub = await startHub(BYTES)
      const { host: to } = new URL(process.env.HF_ENDPOINT ?? '')
      const proxy = await startProxy({ to, wants: 'ada:se cret' })
      vi.stubEnv('HF_ENDPOINT', 'http://hub.example')
      setVariables({ [variable]: `http://ada:se%20cret@${proxy.host}` })
      const path = await destination()
      await pull(path)
      expect((await readFile(path)).equals(BYTES)).toBe(true)
      expect(hub.asked[0]).toBe('README.md')
      expect(new Set(proxy.asked)).toEqual(new Set(['hub.example:80']))
    }
  )

  it('is asked for over HTTPS through HTTPS_PROXY', async () => {
    const proxy = await startProxy({ status: '403 Forbidden' })
    vi.stubEnv('HF_ENDPOINT', 'https://hub.example')
    setVariables({ HTTPS_PROXY: proxy.host })
    await expect(pull(await destination())).rejects.toThrow(
      `hf:someone/tiny-GGUF/tiny.gguf: the proxy ${proxy.host} (HTTPS_PROXY) does not connect to hub.example: it answered with status 403`
    )
    expect(proxy.asked).toContain('hub.example:443')
  })

  it('of a hub that NO_PROXY names is not', async () => {
    await startHub(BYTES)
    const proxy = await startProxy()
    const { port } = new URL(process.env.HF_ENDPOINT ?? '')
    vi.stubEnv('HF_ENDPOINT', `http://127.0.0.2:${port}`)
    setVariables({ HTTP_PROXY: proxy.host, NO_PROXY: 'other.example, 127.0.0.2' })
    await pull(await destination()).catch(() => {})
    expect(proxy.asked).toEqual([])
  })
})

describe('a proxy', () => {
  const failed = (why: string) => `hf:someone/tiny-GGUF/tiny.gguf: ${why}`

  it('that wants a name is told of by its host, and not with the password that it did not take', async () => {
    const proxy = await startProxy({ wants: 'ada:right' })
    vi.stubEnv('HF_ENDPOINT', 'https://hub.example')
    setVariables({ HTTPS_PROXY: `http://${proxy.host}` })
    const bare = await pull(await destination()).catch(String)
    expect(bare).toContain(
      failed(
        `the proxy ${proxy.host} requires a user name and password in HTTPS_PROXY (407), as http://USER:PASSWORD@${proxy.host}`
      )
    )
    setVariables({ HTTPS_PROXY: `http://ada:wrong@${proxy.host}` })
    const wrong = await pull(await destination()).catch(String)
    expect(wrong).toContain(
      failed(`the proxy ${proxy.host} did not accept the user name and password in HTTPS_PROXY (407)`)
    )
    expect(wrong).not.toContain('wrong')
  })

  it('that is down is told of by its host', async () => {
    const host = await noHub()
    vi.stubEnv('HF_ENDPOINT', 'https://hub.example')
    setVariables({ HTTPS_PROXY: `http://ada:secret@${host}` })
    const error = await pull(await destination()).catch(String)
    expect(error).toContain(failed(`the proxy ${host} (HTTPS_PROXY) cannot be reached: connect ECONNREFUSED ${host}`))
    expect(error).not.toContain('secret')
    await expect(reach('https://models.example/v1')).rejects.toMatchObject({
      code: 'engine-failed',
      message: `No server responds at https://models.example/v1/chat/completions: the proxy ${host} (HTTPS_PROXY) cannot be reached: connect ECONNREFUSED ${host}. Set it right, or name the server in NO_PROXY.`
    })
  })

  it('that is no address is told of by the name of its variable', async () => {
    setVariables({ HTTPS_PROXY: 'socks5://ada:secret@proxy.example' })
    await expect(reach('https://models.invalid/v1')).rejects.toThrow(
      'HTTPS_PROXY is not the address of an HTTP proxy; expected one such as http://proxy.example:3128.'
    )
  })
})

describe('45.29 a server of models', () => {
  it('that is elsewhere is asked through the proxy, one on this machine never is', async () => {
    const server = createServer((_, response) => response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    // A server listening on a port has an address of this kind.
    const { port } = server.address() as AddressInfo
    const proxy = await startProxy({ to: `127.0.0.1:${port}` })
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, `http://${proxy.host}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const home = await folder()
    await mkdir(home, { recursive: true })
    const host = await createHost({ home, resources: 'resources' })
    onTestFinished(() => host.dispose())
    const use = (baseUrl: string) => host.calls['models.use']({ baseUrl, model: 'far' })
    expect(await use('http://models.example/v1')).toMatchObject({ model: 'far' })
    expect(proxy.asked).toEqual(['models.example:80'])
    for (const here of ['127.0.0.1', 'localhost']) await use(`http://${here}:${port}/v1`)
    await expect(use('http://[::1]:1/v1')).rejects.toMatchObject({ code: 'engine-failed' })
    expect(proxy.asked).toEqual(['models.example:80'])
  })

  const env = { HTTPS_PROXY: 'http://ada:secret@big.example:3128', http_proxy: 'small.example' }
  it.each([
    ['https://hub.example/x', {}, 'big.example:3128'],
    ['http://hub.example/x', {}, 'small.example'],
    ['https://hub.example/x', { https_proxy: 'mine.example:1' }, 'mine.example:1'],
    ['https://hub.example/x', { HTTPS_PROXY: undefined }, 'small.example'],
    ['https://hub.example/x', { HTTPS_PROXY: '', http_proxy: '', all_proxy: 'all.example' }, 'all.example'],
    ['https://hub.example/x', { HTTPS_PROXY: undefined, http_proxy: undefined }, null],
    ['https://hub.example/x', { NO_PROXY: 'hub.example' }, null],
    ['https://eu.hub.example/x', { no_proxy: '.hub.example' }, null],
    ['https://eu.hub.example/x', { NO_PROXY: 'a b,*.hub.example' }, null],
    ['https://hub.example:8443/x', { NO_PROXY: 'hub.example:443' }, 'big.example:3128'],
    ['https://hub.example/x', { NO_PROXY: 'hub.example:443' }, null],
    ['https://nothub.example/x', { NO_PROXY: 'hub.example' }, 'big.example:3128'],
    ['https://hub.example/x', { NO_PROXY: '*' }, null],
    ['https://[fd00::1]/x', { NO_PROXY: 'fd00::1' }, null],
    ['https://localhost:1/x', {}, null],
    ['http://127.0.0.1:1/x', {}, null],
    ['http://[::1]:1/x', {}, null]
  ])('at %s with %j is asked through %s', (url, more, proxy) => {
    expect(proxyFor(new URL(url), { ...env, ...more })).toBe(proxy)
  })
})
