// Records what a real Chromium makes of widget turns on test/fixtures/sites, through Playwright's MCP server:
// node test/record/widgets.ts FOLDER [SITES] > test/fixtures/widgets/sites-playwright.json, where FOLDER has @playwright/mcp installed
// (0.0.68 for the first twelve sites, 0.0.83 for the others) and SITES has the pages, in place of test/fixtures/sites.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { parseJson } from '../../src/core/text/json.ts'
import { launchOptions } from '../e2e/chromium.ts'

const [folder = '.', pages = join(import.meta.dirname, '../fixtures/sites'), only] = process.argv.slice(2)
const Actions = z.record(z.string(), z.array(z.array(z.string())))
const actions = Actions.parse(parseJson(readFileSync(join(pages, 'actions.json'), 'utf8')))

// Playwright colours its logs.
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
const Reply = z.object({
  id: z.number(),
  result: z
    .object({
      content: z.array(z.object({ text: z.string() })),
      tools: z.array(z.object({ name: z.string(), inputSchema: z.looseObject({}) }))
    })
    .partial()
})
type Result = z.infer<typeof Reply>['result']

/** The lines of JSON that an MCP server on standard input and output takes and gives. */
function talk(server: ChildProcess) {
  const waiting = new Map<number, (result: Result) => void>()
  let last = 0
  if (!server.stdout || !server.stdin) throw new Error('The server has no streams.')
  const { stdin } = server
  createInterface({ input: server.stdout }).on('line', (line) => {
    const reply = Reply.safeParse(parseJson(line)).data
    if (reply) waiting.get(reply.id)?.(reply.result)
  })
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = (method: string, params: object) =>
    new Promise<Result>((resolve) => {
      waiting.set(++last, resolve)
      send({ id: last, method, params })
    })
  return {
    async begin() {
      await ask('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'recorder', version: '1' }
      })
      send({ method: 'notifications/initialized' })
      const { tools = [] } = await ask('tools/list', {})
      const click = tools.find(({ name }) => name === 'browser_click')
      // What names a thing was called `ref` once.
      return JSON.stringify(click?.inputSchema).includes('"target"') ? 'target' : 'ref'
    },
    async call(name: string, given: object) {
      const { content = [] } = await ask('tools/call', { name, arguments: given })
      return content.map(({ text }) => text).join('\n')
    }
  }
}

/** The reference of the thing of that role and name in a snapshot; one that nothing has where there is none. */
function refOf(snapshot: string, role: string, name: string): string {
  const lines = snapshot.split('\n')
  const line =
    lines.find((one) => one.includes(`- ${role}${role && ' '}${role ? '' : 'generic '}"${name}"`)) ??
    lines.find((one) => one.includes(`"${name}"`) && one.includes('[ref=')) ??
    lines.find((one) => one.trim().endsWith(`: ${name}`))
  return /\[ref=(\w+)\]/.exec(line ?? '')?.[1] ?? 'e999'
}

function callOf(
  [verb = '', role = '', name = '', value = '']: string[],
  snapshot: string,
  called: string
): [name: string, given: object] {
  // `gone`: a click on what stood on the first page.
  if (verb === 'press') return ['browser_press_key', { key: role }]
  if (verb === 'back') return ['browser_navigate_back', {}]
  const target = { element: name, [called]: refOf(snapshot, role, name) }
  if (verb === 'fill') return ['browser_type', { ...target, text: value }]
  if (verb === 'drag') {
    const end = { endElement: value, [called === 'ref' ? 'endRef' : 'endTarget']: refOf(snapshot, '', value) }
    return [
      'browser_drag',
      { startElement: name, [called === 'ref' ? 'startRef' : 'startTarget']: target[called], ...end }
    ]
  }
  if (verb === 'type') return ['browser_type', { ...target, text: value, slowly: true }]
  if (verb === 'dblclick') return ['browser_click', { ...target, doubleClick: true }]
  if (verb === 'submit') return ['browser_type', { ...target, text: value, submit: true }]
  if (verb === 'select') return ['browser_select_option', { ...target, values: [value] }]
  return [verb === 'hover' ? 'browser_hover' : 'browser_click', target]
}

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const name = request.headers.host?.split('.')[0] ?? ''
  const isFirst = new URL(request.url ?? '', 'http://site.example').pathname === '/'
  response.end(
    isFirst && actions[name]
      ? readFileSync(join(pages, `${name}.html`))
      : '<!doctype html><title>Elsewhere</title><p>Another page.</p>'
  )
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const { executablePath = '' } = await launchOptions()
// Where the server keeps each page; in the folder that it is started in otherwise.
const kept = mkdtempSync(join(tmpdir(), 'orrery-record-'))
const proxy = `http://127.0.0.1:${port}`
const sessions: object[] = []
for (const [name, turns] of Object.entries(actions)) {
  if (only && only !== name) continue
  const mcp = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/@playwright/mcp/cli.js'),
      '--headless',
      '--isolated',
      '--no-sandbox',
      '--executable-path',
      executablePath,
      '--proxy-server',
      proxy,
      '--output-dir',
      kept,
      '--timeout-action',
      '1000'
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] }
  )
  const { begin, call } = talk(mcp)
  const called = await begin()
  const opened = await call('browser_navigate', { url: `http://${name}.example/` })
  // Newer servers show a page only to those who look.
  const first = opened.includes('[ref=') ? opened : await call('browser_snapshot', {})
  const done: object[] = []
  for (let [seen, index] = [first, 0]; index < turns.length; index++) {
    const [tool, given] = callOf(turns[index] ?? [], turns[index]?.[0] === 'gone' ? first : seen, called)
    const observation = await call(tool, given)
    // After typing the server shows no page, and after a press what has changed on it, so an agent looks.
    seen = await call('browser_snapshot', {})
    const [said = ''] = observation.split(/^### (?:Page|Snapshot)$/m)
    done.push({ action: JSON.stringify({ name: tool, arguments: given }), said: said.replace(ESCAPES, ''), page: seen })
  }
  sessions.push({ name, first, turns: done })
  const ended = once(mcp, 'exit')
  mcp.kill()
  await ended
}
server.close()
rmSync(kept, { recursive: true })
process.stdout.write(`${JSON.stringify(sessions, null, 1)}\n`)
