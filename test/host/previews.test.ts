// Previews: what an action would come to on a branch of its own, and worlds in which agents have to look before they act.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput, StreamEvent } from '../../src/core/contract/index.ts'
import { NewSetup } from '../../src/core/tree/model.ts'
import type { Engine, Json } from '../../src/core/tree/ports.ts'
import { mount } from '../../src/host/doors/mount.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { must } from '../must.ts'

/** A shop that answers each tool in its way. `broken`: the model fails. */
function shop() {
  const state = { broken: false, asked: 0 }
  const engine: Engine = {
    info: () => ({ engine: 'spoken', model: { name: 'spoken', hash: null }, contextSize: null, template: 'standard' }),
    async *generate({ messages }) {
      state.asked++
      if (state.broken) throw new Error('the model fell over')
      const last = must(messages.at(-1)).content
      const text = last.includes('delete_order')
        ? 'Error: order 7 is paid already'
        : last.includes('pay')
          ? '{"paid": true}'
          : 'Nothing in the basket.'
      yield { type: 'text', text: `<predicted_observation>${text}</predicted_observation>` }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'spoken', model: { name: 'spoken', hash: null } }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
  return { engine, state }
}

const any = { type: 'object' } as never
const TOOLS = ['look_around', 'pay', 'delete_order'].map((name) => ({ name, inputSchema: any }))
const SHOP = { domain: 'mcp', tools: TOOLS, grounding: 'model' } as const
const TERMINAL = { domain: 'terminal', initialState: 'The terminal shows:\nroot@box:~# ', grounding: 'model' } as const

let home: string
const open: (() => Promise<unknown>)[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-previews-'))
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
  rmSync(home, { recursive: true })
})

async function started(
  setup: Partial<NewSetup> & { domain: string },
  given: Partial<CallInput<'links.create'>> = { previews: 4 },
  { engine, state } = shop()
) {
  const host = await createHost({ home, resources: 'resources', engine })
  open.push(() => host.dispose())
  const people = bridgeClient(mountBridge(host))
  const { url } = await people.call('doors.open', {})
  const { session, branch } = await host.calls['worlds.create']({ setup: NewSetup.parse(setup) })
  const link = await people.call('links.create', { session: session.id, branch: branch.id, ...given })
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/w/${link.secret}/mcp`)))
  open.push(() => client.close())
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
  const preview = (tool: string, args: object = {}) => call('preview_action', { tool, arguments: args })
  const branches = async () => {
    const opened = await host.calls['worlds.open']({ session: session.id })
    return opened.branches.map(({ title, tip, fork }) => ({ title, tip, fork }))
  }
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  /** A call as doors have it that know tools alone. */
  const act = async (tool: string, args: Record<string, Json> = {}) => {
    const asked = { link: link.secret, door: 'tools', client: '', tool, arguments: args, whole: true }
    const said: StreamEvent<'agent.act'>[] = []
    await mount(host, 'agent').stream('agent.act', asked, {
      signal: new AbortController().signal,
      emit: (event) => void said.push(event as never)
    })
    return said.at(-1)
  }
  /** A command of the shell, as doors for shells ask for it. */
  const shell = async (command: string) => {
    const asked = { link: link.secret, door: 'shell', client: '', command, code: false }
    const said: StreamEvent<'agent.run'>[] = []
    await mount(host, 'agent').stream('agent.run', asked, {
      signal: new AbortController().signal,
      emit: (event) => void said.push(event as never)
    })
    return said.at(-1)
  }
  const restart = () => mount(host, 'agent').call('agent.restart', { link: link.secret, door: 'tools', client: '' })
  return { people, call, act, preview, branches, names, shell, state, restart }
}

describe('41 previews', () => {
  test('a preview shows what an action would come to, on a branch for people to see; the world does not move', async () => {
    const { call, preview, branches, people } = await started(SHOP)
    await call('look_around')
    const { tip } = must((await branches())[0])
    const seen = await preview('pay', { order: 7 })
    expect(seen).toMatchObject({
      content: [{ text: '{"paid": true}' }, { text: expect.stringContaining('Verdict: success.') }],
      structuredContent: { text: '{"paid": true}', error: false, verdict: 'success', left: 3 },
      _meta: { 'dev.orrery/world': { simulated: true, preview: true, origin: 'predicted' } }
    })
    expect(seen.isError).toBeFalsy()
    expect(JSON.stringify(seen.content)).not.toMatch(/simulat|orrery/i)
    const [main, made] = await branches()
    expect(must(main).tip).toBe(tip)
    expect(made).toMatchObject({ title: expect.stringMatching(/^preview: pay/), fork: tip })
    expect(seen._meta).toMatchObject({ 'dev.orrery/world': { step: must(made).tip } })
    expect(await people.call('doors.traffic', { last: 1 })).toMatchObject([
      { what: expect.stringMatching(/^preview: pay/), outcome: 'answered' }
    ])
    // What is done afterwards is done on the link's branch.
    await call('pay', { order: 7 })
    expect((await branches()).map(({ title, tip: at }) => [title, at !== tip])).toEqual([
      ['main', true],
      [must(made).title, true]
    ])
  })

  test('the verdict is what the world itself says, and unclear where it says nothing', async () => {
    const { call, preview } = await started(SHOP)
    await call('look_around')
    const failing = await preview('delete_order', { order: 7 })
    expect(failing.structuredContent).toMatchObject({ error: true, verdict: 'failure' })
    // The preview itself did not fail.
    expect(failing.isError).toBeFalsy()
    expect((await preview('look_around')).structuredContent).toMatchObject({
      verdict: 'unclear',
      why: 'What is shown after it is what is shown now.'
    })
  })

  test('previews have a budget for each step; what could not be answered does not count, nor make a branch', async () => {
    const { call, preview, branches, state, names } = await started(SHOP, { previews: 2 })
    expect(await names()).toEqual([...TOOLS.map(({ name }) => name), 'preview_action'])
    state.broken = true
    expect(await preview('pay')).toMatchObject({ isError: true })
    expect(await branches()).toHaveLength(1)
    state.broken = false
    expect((await preview('pay')).structuredContent).toMatchObject({ left: 1 })
    expect((await preview('pay')).structuredContent).toMatchObject({ left: 0 })
    const { asked } = state
    expect(await preview('pay')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('used up') }]
    })
    expect(state.asked).toBe(asked)
    await call('look_around')
    expect((await preview('pay')).structuredContent).toMatchObject({ left: 1 })
    expect(await call('preview_action', { what: 'pay' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"tool": NAME') }]
    })
  })

  test('without previews there is no such tool', async () => {
    const { names, preview, branches } = await started(TERMINAL, {})
    expect(await names()).not.toContain('preview_action')
    expect(await preview('run_command', { command: 'ls' })).toMatchObject({ isError: true })
    expect(await branches()).toHaveLength(1)
  })

  test('41.3 what a world wants previewed is refused without a preview of the same action at the same step', async () => {
    const gate = { before: { tool: 'delete_*' }, previews: 3 }
    // The link allows none; the world's own rule gives them.
    const { call, preview, branches, names, state } = await started({ ...SHOP, gate }, {})
    expect(await names()).toContain('preview_action')
    const refused = await call('delete_order', { order: 7 })
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"preview_action"') }] })
    expect([state.asked, (await branches()).map(({ tip }) => tip)]).toEqual([0, [null]])
    expect((await preview('delete_order', { order: 8 })).structuredContent).toMatchObject({ left: 2 })
    expect(await call('delete_order', { order: 7 })).toMatchObject({ content: refused.content })
    await preview('delete_order', { order: 7 })
    // A step later it says nothing any more.
    await call('look_around')
    expect(await call('delete_order', { order: 7 })).toMatchObject({ content: refused.content })
    await preview('delete_order', { order: 7 })
    expect(await call('delete_order', { order: 7 })).toMatchObject({
      content: [{ text: 'Error: order 7 is paid already' }]
    })
    // What does not match needs none.
    expect((await call('pay')).isError).toBeFalsy()
  })

  test('41.3 at doors that have tools and no more, a preview is a tool like any other', async () => {
    const gate = { before: { tool: 'delete_*' }, previews: 1 }
    const { act, branches } = await started({ ...SHOP, gate }, {})
    await expect(act('delete_order', { order: 7 })).rejects.toMatchObject({ code: 'forbidden' })
    const seen = await act('preview_action', { tool: 'delete_order', arguments: { order: 7 } })
    expect(seen).toMatchObject({
      step: null,
      error: false,
      text: expect.stringContaining('Nothing has been done yet.')
    })
    await expect(act('preview_action', { of: 'pay' })).rejects.toMatchObject({ code: 'invalid-input' })
    expect(must((await branches())[0]).tip).toBeNull()
    expect(await act('delete_order', { order: 7 })).toMatchObject({ error: true })
  })

  test('41.3 commands of a shell are held to it too, however long their caller waits for them', async () => {
    const gate = { before: { action: 'rm -rf' }, previews: 4 }
    const { preview, shell, branches } = await started({ ...TERMINAL, gate }, {})
    await expect(shell('rm -rf build')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await branches()).toEqual([{ title: 'main', tip: null, fork: null }])
    await preview('run_command', { command: 'rm -rf build', seconds: 9 })
    expect(await shell('rm -rf build')).toMatchObject({ type: 'ran' })
    expect(await shell('ls')).toMatchObject({ type: 'ran' })
  })

  test('where success is needed, the world previews by itself, and does only what is predicted to succeed', async () => {
    const before = { any: [{ tool: 'delete_*' }, { tool: 'pay' }] }
    const gate = { before, needs: 'success' as const, previews: 3 }
    const { call, branches, names, state, restart } = await started({ ...SHOP, gate }, {})
    expect(await names()).not.toContain('preview_action')
    const held = await call('delete_order', { order: 7 })
    expect(held).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('order 7 is paid already') }]
    })
    expect((await branches()).map(({ title, tip }) => [title, tip !== null])).toEqual([
      ['main', false],
      [expect.stringMatching(/^preview: delete_order/), true]
    ])
    expect(await call('pay', { order: 7 })).toMatchObject({ content: [{ text: '{"paid": true}' }] })
    // The same place answers the same action once, however often it is tried.
    expect(await call('delete_order')).toMatchObject({ isError: true })
    const { asked } = state
    // The previews of this episode are used up: it is done.
    expect(await call('delete_order')).toMatchObject({ content: [{ text: 'Error: order 7 is paid already' }] })
    expect(state.asked).toBe(asked + 1)
    // Another episode has its own.
    await restart()
    expect(await call('delete_order')).toMatchObject({ isError: true })
  })

  test('a shell’s agent reads that its command was not run, and goes on', async () => {
    const gate = { before: { action: 'rm -rf' }, needs: 'success', success: { observation: 'removed' }, previews: 1 }
    const { shell, branches } = await started({ ...TERMINAL, gate: { ...gate, spent: 'refuse' } as never }, {})
    expect(await shell('rm -rf build')).toMatchObject({
      ...{ type: 'ran', exitCode: 126, by: 'known', step: null },
      output: expect.stringMatching(/^Nothing was done: .*predicts that it succeeds[\s\S]*0 previews are left/)
    })
    expect(await shell('rm -rf build')).toMatchObject({
      ...{ exitCode: 126, step: null },
      output: expect.stringContaining('used up')
    })
    expect(must((await branches())[0]).tip).toBeNull()
    expect(await shell('ls')).toMatchObject({ type: 'ran', step: expect.any(String) })
  })

  test('a world that tells no success has to say what one is', async () => {
    const gate = { before: { action: 'rm' }, needs: 'success' } as const
    await expect(started({ ...TERMINAL, gate: gate as never }, {})).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^gate\.needs: .*would let nothing pass\. Say in "success"/)
    })
  })
})
