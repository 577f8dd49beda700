// What no rule decides: checks by rubric and what agents expect, from the command line and at the doors.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Request } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { none } from '../../src/host/engines/none.ts'
import { createHost } from '../../src/host/host.ts'
import { scripted, serveDoors } from '../doors/served.ts'
import { must } from '../must.ts'

const JUDGED = 'resources/scenarios/judged/wiki-honest.yaml'

let folder = ''
let asked: Request[] = []
/** What the model says, by what it is asked; `null`: there is no model. */
let answer: ((request: Request) => string) | null = null
const before = process.env.ORRERY_HOME
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-judged-'))
  process.env.ORRERY_HOME = join(folder, 'home')
  asked = []
  answer = null
})
afterEach(() => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  rmSync(folder, { recursive: true, force: true })
})

async function orrery(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {})(),
    stdout: {
      write(text: string | Uint8Array) {
        out += String(text)
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    }
  }
  const given = answer
  const engine =
    given &&
    scripted((request) => {
      asked.push(request)
      return given(request)
    })
  const code = await main(argv, io, {
    open: (options) => createHost({ ...options, engine: engine ?? none, tempo: 0 })
  })
  return { code, out, err }
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const vote = (yes: boolean) => JSON.stringify({ why: yes ? 'The note has a reason.' : 'There is none.', yes })
const without = (judge: string) => file('own.yaml', readFileSync(JUDGED, 'utf8').replace(/^judge: .*$/m, judge))

describe('a rubric', () => {
  it('passes by the votes of the model in use, and is reported apart in every report', async () => {
    answer = () => vote(true)
    const [junit, html] = [join(folder, 'a.xml'), join(folder, 'a.html')]
    const { code, out } = await orrery('run', JUDGED, '--junit', junit, '--html', html)
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 passed') })
    const line = '2 of 2 met, judged by scripted'
    for (const text of [out, readFileSync(junit, 'utf8'), readFileSync(html, 'utf8')]) expect(text).toContain(line)
    // Two rubrics of three votes; the world itself asks for nothing.
    expect(asked).toHaveLength(6)
    const { groups } = JSON.parse((await orrery('run', JUDGED, '--json')).out)
    expect(groups[0]).toMatchObject({
      rubrics: { met: 2, unmet: 0, notJudged: 0, by: ['scripted'] },
      // Checks by rule alone.
      axes: { Ctrl: { pass: 1 }, LC: { pass: 2 } }
    })
  })

  it('fails where the votes say no, with the reason', async () => {
    answer = () => vote(false)
    const { code, out } = await orrery('run', JUDGED, '--judge-model', 'in-use', '--votes', '1')
    expect(code).toBe(100)
    expect(out).toContain('1 of 1 vote of scripted: There is none.')
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['without a judge', '', 'Not judged: no judge was named.'],
    ['with one that is not here', 'judge: {model: nonsense}', 'Not judged: There is no model "nonsense".']
  ])('is not passed %s, and the exit code says so', async (_name, judge, why) => {
    answer = () => vote(true)
    const path = without(judge)
    const { code, out, err } = await orrery('run', path)
    expect({ code, out }).toMatchObject({ code: 100, out: expect.stringContaining(why) })
    expect(out).toContain('2 not judged, which count as not passed')
    expect(err).toMatch(/warning: (?:Nobody judges this|There is no model "nonsense")/)
    // Who named a judge on the command line has one.
    expect((await orrery('run', path, '--judge-model', 'in-use')).code).toBe(0)
  })

  it('is not passed by a server that does not answer', async () => {
    const { code, out } = await orrery('run', JUDGED, '--judge-model', 'x', '--judge-base-url', 'http://127.0.0.1:1/v1')
    expect(code).toBe(100)
    expect(out).toContain('Not judged: No server responds at')
  })

  it.each([
    [['--votes', '2', '--judge-model', 'x'], '--votes is an odd number'],
    [['--votes', '3'], '--votes needs --judge-model'],
    [['--judge-base-url', 'http://x'], '--judge-base-url needs --judge-model'],
    [['--judge-model', ''], 'must not be empty']
  ])('options %j are refused', async (options, message) => {
    expect(await orrery('run', JUDGED, ...options)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  })

  it.each([
    ['expect: {all: [{rubric: x}, {observation: y}]}', 'A rubric is a check of its own'],
    ['expect: {rubric: x}, at: 2', 'leave "at" out'],
    ['expect: {rubric: x}, when: {tool: a}', 'leave "when" out'],
    ['expect: {rubric: ""}', 'The text is empty.'],
    ['expect: {rubric: 3}', 'Expected a text, not 3.']
  ])('as %s is refused where it is written', async (check, message) => {
    const path = file(
      'bad.yaml',
      `name: bad\ntitle: t\ndescription: d\nsetup: {domain: search}\nactions: ['web_search query="a"', 'web_search query="b"']\njudge: {model: in-use}\nchecks: [{name: c, ${check}}]\n`
    )
    const { code, out } = await orrery('scenario', 'validate', path)
    expect(code).toBe(1)
    expect(out).toContain(message)
  })
})

describe('what is expected', () => {
  it('by a script is told beside the verdict and decides none, and is judged where a judge is named', async () => {
    const { code, out } = await orrery('run', 'helpdesk-expected')
    expect(code).toBe(0)
    expect(out).toContain('5 of 5 turns predicted, exactly right 1 of 5 (20 %), by fields 3 of 4 (75 %), not judged')
    answer = ({ messages }) => vote(must(messages.at(-1)).content.includes('Closed ticket'))
    const judged = await orrery('run', 'helpdesk-expected', '--judge-model', 'in-use', '--votes', '1')
    expect(judged.out).toContain('by judgement 1 of 5 (20 %), judged by scripted')
  })

  it('of a turn that never comes, or twice, is a problem', async () => {
    const text = readFileSync('resources/scenarios/helpdesk-expected.yaml', 'utf8').replace(/^ {2}program: .*\n/m, '')
    const path = file('e.yaml', text.replace('{turn: 4,', '{turn: 40,').replace('{turn: 3,', '{turn: 2,'))
    const { out } = await orrery('scenario', 'validate', path)
    expect(out).toContain('Turn 40 never comes')
    expect(out).toContain('Turn 2 is predicted twice.')
  })

  it('is said by the built-in agent when it is asked to, before each call', async () => {
    const turns = [
      { thought: '', expects: 'It is closed.', tool: 'close_ticket', arguments: { ticket_id: 'T-104' } },
      { thought: '', done: true, answer: 'done' }
    ]
    answer = () => JSON.stringify(turns.shift() ?? { thought: '', done: true, answer: '' })
    const { out } = await orrery('agent', 'run', '--scenario', 'helpdesk-expected', '--expects')
    expect(out).toContain('1 of 1 turns predicted, exactly right 0 of 1 (0 %), not judged')
    expect(JSON.stringify(must(asked[0]).shape.schema)).toContain('"required":["thought","expects","tool","arguments"]')
    expect(
      await orrery('agent', 'run', '--scenario', 'helpdesk-expected', '--agent', 'cat', '--expects')
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining('--expects is for react')
    })
  })

  it('is said by a program in its lines', async () => {
    const turns = [
      { tool: 'close_ticket', arguments: { ticket_id: 'T-104' }, expects: 'Closed ticket T-104.' },
      { done: true }
    ]
    const lines = JSON.stringify(turns.map((turn) => JSON.stringify(turn)))
    const program = file(
      'agent.mjs',
      `const turns = ${lines}\nfor await (const _ of (await import('node:readline')).createInterface({ input: process.stdin })) console.log(turns.shift())\n`
    )
    const command = `"${process.execPath}" "${program}"`
    const { out } = await orrery('agent', 'run', '--scenario', 'helpdesk-expected', '--agent', command)
    expect(out).toContain('1 of 1 turns predicted, exactly right 1 of 1 (100 %)')
  })

  it('is said at the doors of MCP and OpenEnv beside a call, and told of their branch', async () => {
    const served = await serveDoors(() => 'no model is asked here')
    try {
      const all = await served.people.call('scenarios.list', {})
      const { setup } = must(all.find(({ name }) => name === 'helpdesk-expected'))
      const link = await served.world(setup as never, { forks: true })
      const url = (door: string) => `${served.url}/w/${link.secret}/${door}`
      const client = new Client({ name: 'foresees', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL(url('mcp'))) as never)
      const _meta = { 'dev.orrery/expects': { id: 'T-103' } }
      await client.callTool({ name: 'get_ticket', arguments: { ticket_id: 'T-103' }, _meta })
      await client.callTool({ name: 'get_ticket', arguments: { ticket_id: 'T-101' } })
      await client.close()
      const { session, branch } = link
      expect(await served.people.call('links.expected', { session, branch })).toEqual({
        ...{ said: 1, turns: 2, exact: { of: 1, right: 0 } },
        fields: { of: 1, right: 1 }
      })
      const socket = new WebSocket(url('openenv/ws').replace('http', 'ws'))
      await once(socket, 'open')
      const ask = async (frame: object) => {
        socket.send(JSON.stringify(frame))
        return JSON.parse(String((await once(socket, 'message'))[0]))
      }
      await ask({ type: 'reset', data: {} })
      const metadata = { expects: { id: 'T-999' } }
      const call = { type: 'call_tool', tool_name: 'get_ticket', arguments: { ticket_id: 'T-103' }, metadata }
      await ask({ type: 'step', data: call })
      const forked = must((await served.people.call('links.list', {})).find(({ id }) => id !== link.id))
      expect(
        await served.people.call('links.expected', { session: forked.session, branch: forked.branch })
      ).toMatchObject({ said: 1, fields: { of: 1, right: 0 } })
      socket.close()
    } finally {
      await served.close()
    }
  })
})
