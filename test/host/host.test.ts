import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import type { Handlers } from '../../src/core/contract/index.ts'
import { NewSetup, Setup } from '../../src/core/tree/model.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { createHost } from '../../src/host/host.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'

const ls = [{ keystrokes: 'ls\n', duration: 1 }]
const setup = Setup.parse({ domain: 'terminal' })

/** Answers when told to. */
function held() {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const engine: Engine = {
    info: () => ({ engine: 'held', model: { name: 'held', hash: null }, contextSize: null, template: 'standard' }),
    async *generate() {
      asked.resolve()
      await gate.promise
      yield { type: 'text', text: '<predicted_observation>a</predicted_observation>' }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'held', model: { name: 'held', hash: null } }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
  return { engine, asked: asked.promise, release: gate.resolve }
}

let home: string
let host: Handlers
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-host-'))
})
afterEach(async () => {
  await host.dispose()
  rmSync(home, { recursive: true })
})

async function act(session: string, branch: string) {
  const input = { session, branch, action: ls, instruction: '', trace: false }
  const types: string[] = []
  for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal }))
    types.push(event.type)
  return types
}

describe('the host', () => {
  it('keeps worlds apart: a branch or step of one is not to be had in another', async () => {
    const { engine, release } = held()
    release()
    host = await createHost({ home, resources: 'resources', engine })
    const one = await host.calls['worlds.create']({ setup })
    const two = await host.calls['worlds.create']({ setup })
    expect(await act(one.session.id, one.branch.id)).toEqual(['observation', 'committed'])
    const tip = (await host.calls['worlds.open']({ session: one.session.id })).branches[0]?.tip ?? null
    await expect(act(two.session.id, one.branch.id)).rejects.toMatchObject({ code: 'not-found' })
    const create = async (session: string, branch: string) =>
      host.calls['worlds.fork']({ session, branch, at: tip, setup: {} })
    await expect(create(two.session.id, one.branch.id)).rejects.toThrow(/not in this world/)
    await expect(create(two.session.id, two.branch.id)).rejects.toThrow(/not in this world/)
    expect(await create(one.session.id, one.branch.id)).toMatchObject({ tip })
  })

  it('begins a world that is given no initial state like the ready world of its kind, and any other as it is told', async () => {
    host = await createHost({ home, resources: 'resources', engine: held().engine })
    const scenarios = await host.calls['scenarios.list']({})
    const made = async (setup: z.input<typeof NewSetup>) => {
      const { branch } = await host.calls['worlds.create']({ setup: NewSetup.parse(setup) })
      return [branch.setup.initialState, branch.setup.instruction]
    }
    const ready = (name: string) => {
      const { setup } = must(scenarios.find((one) => one.name === name))
      return [setup.initialState, setup.instruction]
    }
    expect(await made({ domain: 'terminal' })).toEqual(ready('debian'))
    expect(await made({ domain: 'android' })).toEqual(ready('phone-contacts'))
    expect(await made({ domain: 'terminal', instruction: 'be slow' })).toEqual([ready('debian')[0], 'be slow'])
    expect(await made({ domain: 'terminal', initialState: '' })).toEqual(['', ''])
    expect(await made({ domain: 'android', initialState: '' })).toEqual(['', ''])
    expect(await made({ domain: 'terminal', initialState: 'box$ ' })).toEqual(['box$ ', ''])
    expect(await made({ domain: 'mcp' })).toEqual(['', ''])
  })

  it('says so when that ready world is not there, and makes no world', async () => {
    const resources = mkdtempSync(join(tmpdir(), 'orrery-resources-'))
    cpSync('resources/models.json', join(resources, 'models.json'))
    mkdirSync(join(resources, 'scenarios'))
    host = await createHost({ home, resources, engine: held().engine })
    const create = (setup: z.input<typeof NewSetup>) => async () =>
      host.calls['worlds.create']({ setup: NewSetup.parse(setup) })
    await expect(create({ domain: 'terminal' })).rejects.toThrow(
      /^The scenario "debian", which a Terminal world starts/
    )
    expect(await host.calls['worlds.list']({})).toEqual([])
    expect(await create({ domain: 'terminal', initialState: '' })()).toMatchObject({ branch: { tip: null } })
    rmSync(resources, { recursive: true })
  })

  it('keeps the model while a step or an evaluation runs', async () => {
    const { engine, asked, release } = held()
    host = await createHost({ home, resources: 'resources', engine })
    const { session, branch } = await host.calls['worlds.create']({ setup })
    const running = act(session.id, branch.id)
    await asked
    await expect(async () => host.calls['models.use']({ model: null })).rejects.toMatchObject({ code: 'busy' })
    release()
    await running
    expect(await host.calls['models.use']({ model: null })).toMatchObject({ engine: 'none' })
  })

  it('does not take a server that nobody answers at for a model', async () => {
    host = await createHost({ home, resources: 'resources' })
    // Port 9 is the discard service's, which no machine runs any more.
    const use = async () => host.calls['models.use']({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' })
    await expect(use).rejects.toThrow(/^No server responds at http:\/\/127\.0\.0\.1:9\/v1\/chat\/completions/)
    expect(await host.calls['models.status']({})).toMatchObject({ model: 'orrery-lwm-135m' })
  })

  it('shows an engine that was brought along as what it says it is, and takes no server for one that there is not', async () => {
    const { engine } = held()
    const { engine: id, model } = engine.info()
    host = await createHost({ home, resources: 'resources', engine })
    const status = await host.calls['models.status']({})
    expect(status).toEqual({ engine: id, model: model.name, state: 'ready', contextSize: null, device: null })
    const use = async () => host.calls['models.use']({ engine: 'abacus', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' })
    await expect(use).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await host.calls['models.status']({})).toEqual(status)
  })

  it('opens without the model used last when that is gone, and says so', async () => {
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ active: { model: '/nowhere/gone.gguf' } }))
    host = await createHost({ home, resources: 'resources' })
    // On a busy machine the host opens before the model has been looked for.
    await vi.waitFor(async () => {
      const { notice } = await host.calls['app.info']({})
      expect(notice ?? '').toContain('/nowhere/gone.gguf')
    }, PATIENCE)
    const status = await host.calls['models.status']({})
    expect(status).toMatchObject({ engine: 'none', model: null })
  })

  it('reads no further in a model that is new to it once it is disposed of', async () => {
    const model = join(home, 'large.gguf')
    writeTinyModel(model, { random: 1 })
    // Of zeros that take no room, and more of them than are hashed in the seconds that this test waits.
    truncateSync(model, 16e9)
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ active: { model } }))
    host = await createHost({ home, resources: 'resources' })
    expect(await host.calls['models.status']({})).toMatchObject({ model, state: 'idle' })
    await host.dispose()
    await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('FSReqCallback'), PATIENCE)
    expect(readdirSync(home)).not.toContain('models')
  })

  it('3.4 5.13 previews the request that is sent, less the turns that are left out', async () => {
    const requests: Request[] = []
    const { engine, release } = held()
    release()
    const counting: Engine = {
      ...engine,
      info: () => ({ ...engine.info(), contextSize: 7000 }),
      countTokens: async (texts) => texts.map(({ length }) => length),
      async *generate(request, options) {
        requests.push(request)
        const text = `<predicted_observation>${'x'.repeat(700)}</predicted_observation>`
        for await (const event of engine.generate(request, options)) {
          yield event.type === 'text' ? { type: 'text', text } : event
        }
      }
    }
    host = await createHost({ home, resources: 'resources', engine: counting })
    const sampling = { ...setup.sampling, maxTokens: 100 }
    const { session, branch } = await host.calls['worlds.create']({ setup: { ...setup, compact: true, sampling } })
    const leftOut: (number | null)[] = []
    for (let step = 0; step < 6; step++) {
      const at = must((await host.calls['worlds.open']({ session: session.id })).branches[0]).tip
      const preview = await host.calls['prompts.preview']({
        ...{ branch: branch.id, at, action: ls, instruction: '' },
        request: { trace: false }
      })
      await act(session.id, branch.id)
      const sent = must(requests.at(-1))
      const turns = preview.parts.filter(({ name }) => name === 'turn').map(({ text }) => text)
      expect(turns).toEqual(sent.messages.slice(1).map(({ content }) => content))
      expect(preview.shape).toEqual(sent.shape)
      expect(preview.request).toEqual(sent)
      leftOut.push(preview.leftOut)
    }
    expect(leftOut[0]).toBe(0)
    expect(leftOut.at(-1)).toBeGreaterThan(0)
  })

  it('says what is wrong with an action or a sample name instead of calling it a bug', async () => {
    host = await createHost({ home, resources: 'resources' })
    const { branch } = await host.calls['worlds.create']({ setup })
    const preview = { branch: branch.id, at: null, action: { cmd: 'ls' }, instruction: '', request: null }
    await expect(host.calls['prompts.preview'](preview)).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(host.calls['worlds.openSample']({ name: '../../package' })).rejects.toMatchObject({
      code: 'not-found'
    })
  })
})
