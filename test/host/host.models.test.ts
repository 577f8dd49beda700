// The model calls of the host, over real engine processes with models whose answers are known (fixtures/tiny-gguf.ts).
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import type { Handlers, StreamEvent } from '../../src/core/contract/index.ts'
import { NewSetup, Sampling, type StepEvent } from '../../src/core/tree/model.ts'
import { createModelKey } from '../../src/host/agents/key.ts'
import { forkEngine } from '../../src/host/engines/spawn.ts'
import { createHost, type HostOptions } from '../../src/host/host.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'

// A process that starts and loads takes seconds on a busy machine, and some tests start three.
vi.setConfig({ testTimeout: 60_000 })

// Whatever is asked, the line that the prefill ends in is followed by this.
const SCRIPTS = [{ pieces: ['<0x0A>', 'done', '</predicted_observation>'], after: 'end' as const }]
const SAMPLING = { temperature: 0, topK: 1, topP: 1, maxTokens: 50 }
const PUBLISHED = Sampling.parse({})

/** A host with two models in its folder, `one.gguf` and `two.gguf`, that counts the engine processes it starts. */
async function setUp(options: Partial<HostOptions> = {}) {
  const home = await folder()
  await mkdir(join(home, 'models'))
  const path = (name: string) => join(home, 'models', `${name}.gguf`)
  for (const name of ['one', 'two']) writeTinyModel(path(name), { scripts: SCRIPTS, contextLength: 2048 })
  const alive = new Set<number>()
  const started: number[] = []
  const spawnEngine = () => {
    const port = forkEngine()
    const { pid = 0 } = port
    started.push(pid)
    alive.add(pid)
    port.onExit(() => alive.delete(pid))
    return port
  }
  const open = async () => {
    const host = await createHost({ home, resources: 'resources', spawnEngine, ...options })
    onTestFinished(() => host.dispose())
    return host
  }
  return { home, path, alive, started, open, host: await open() }
}

const newWorld = (host: Handlers, setup: Partial<NewSetup> = {}) =>
  host.calls['worlds.create']({ setup: NewSetup.parse({ domain: 'terminal', initialState: 'box$ ', ...setup }) })

const { signal } = new AbortController()

/** Acts once in a new world, and gives what it ended in. */
async function act(host: Handlers): Promise<StepEvent> {
  const { session, branch } = await newWorld(host, { sampling: SAMPLING })
  const action = [{ keystrokes: 'ls\n', duration: 1 }]
  const input = { session: session.id, branch: branch.id, action, instruction: '', trace: false }
  let last: StepEvent | undefined
  for await (const event of host.streams['steps.run'](input, { signal })) last = event
  if (!last) throw new Error('the step said nothing')
  return last
}

async function load(host: Handlers) {
  const events: StreamEvent<'models.load'>[] = []
  for await (const event of host.streams['models.load']({}, { signal })) events.push(event)
  return events
}

it('a world leaves the cap on an answer to its template, unless the model or the world says otherwise', async () => {
  const { host } = await setUp()
  const caps = async (setup: Partial<NewSetup>) => (await newWorld(host, setup)).branch.setup.sampling.maxTokens
  expect([await caps({}), await caps({ domain: 'web' }), await caps({ domain: 'web', sampling: SAMPLING })]).toEqual([
    null,
    null,
    SAMPLING.maxTokens
  ])
})

it('a first start answers with the model that comes with Orrery, offline', async () => {
  const resources = await folder()
  await mkdir(join(resources, 'models'))
  writeTinyModel(join(resources, 'models', 'own.gguf'), { scripts: SCRIPTS, contextLength: 2048 })
  const own = { id: 'own', title: 'Own', description: '', license: 'none', size: 1, memory: 1 }
  const models = [{ ...own, template: 'small', context: 2048, bundled: 'models/own.gguf' }]
  await writeFile(join(resources, 'models.json'), JSON.stringify({ version: 1, models }))
  const { host } = await setUp({ resources })
  expect(await act(host)).toMatchObject({ type: 'committed' })
  expect(await host.calls['models.status']({})).toMatchObject({ engine: 'llama', model: 'own' })
})

describe('an idle model', () => {
  it('leaves memory after its minutes, shows as idle, and the next step starts it again with nothing lost', async () => {
    const { host, path, alive, started } = await setUp({ minute: 300 })
    await host.calls['app.configure']({ idleMinutes: 1 })
    await host.calls['models.use']({ model: path('one') })
    const first = await act(host)
    expect(first).toMatchObject({ type: 'committed', step: { observation: { text: expect.stringContaining('done') } } })
    expect(await host.calls['models.status']({})).toMatchObject({ state: 'ready' })
    await expect.poll(() => alive.size).toBe(0)
    expect(await host.calls['models.status']({})).toMatchObject({ engine: 'llama', model: path('one'), state: 'idle' })
    expect(started).toHaveLength(1)
    const second = await act(host)
    if (first.type !== 'committed' || second.type !== 'committed') throw new Error('a step failed')
    expect(second.step).toEqual(first.step)
    expect(started).toHaveLength(2)
    expect((await host.calls['app.info']({})).notice).toBe(null)
  })

  it('stays while nobody wants it away', async () => {
    const { host, path, alive } = await setUp({ minute: 20 })
    await host.calls['app.configure']({ idleMinutes: null })
    await host.calls['models.use']({ model: path('one') })
    await act(host)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(alive.size).toBe(1)
    // What is said now holds from now on.
    await host.calls['app.configure']({ idleMinutes: 1 })
    await expect.poll(() => alive.size).toBe(0)
  })

  it('has half an hour where nobody said anything, and what was said is kept', async () => {
    const { host, open } = await setUp()
    expect(await host.calls['app.settings']({})).toEqual({ idleMinutes: 30, episodeDays: 30 })
    expect(await host.calls['app.configure']({ idleMinutes: 5 })).toEqual({ idleMinutes: 5, episodeDays: 30 })
    expect(await (await open()).calls['app.settings']({})).toEqual({ idleMinutes: 5, episodeDays: 30 })
  })
})

describe('loading', () => {
  it('readies the model in use, and ends by saying how it is', async () => {
    const { host, path, started } = await setUp()
    await host.calls['models.use']({ model: path('one') })
    expect(started).toEqual([])
    const events = await load(host)
    expect(events.at(-1)).toEqual({
      type: 'ready',
      status: { engine: 'llama', model: path('one'), state: 'ready', contextSize: 2048, device: 'cpu' }
    })
    for (const event of events.slice(0, -1)) expect(event).toMatchObject({ type: 'progress', total: 1 })
    expect(started).toHaveLength(1)
    await act(host)
    expect(started).toHaveLength(1)
  })

  it('says that there is no model when there is none', async () => {
    const { host } = await setUp()
    await host.calls['models.use']({ model: null })
    await expect(load(host)).rejects.toMatchObject({ code: 'no-model' })
  })

  it('fails as the model does', async () => {
    const { host, path } = await setUp()
    await host.calls['models.use']({ model: path('one') })
    await rm(path('one'))
    await writeFile(path('one'), '<html>Not found</html>')
    await expect(load(host)).rejects.toMatchObject({ code: 'model-broken' })
  })
})

describe('what is decided for a model', () => {
  it('is the sampling of new worlds that do not say theirs, while that model is in use', async () => {
    const { host, path } = await setUp()
    await host.calls['models.configure']({ model: path('one'), sampling: SAMPLING })
    const sampling = async (setup?: Partial<NewSetup>) => (await newWorld(host, setup)).branch.setup.sampling
    const own = (await host.calls['models.list']({})).find(({ active }) => active)
    expect(await sampling()).toEqual(own?.published)
    expect(own?.published).not.toEqual(PUBLISHED)
    await host.calls['models.use']({ model: path('one') })
    expect(await sampling()).toEqual(SAMPLING)
    expect(await sampling({ sampling: { ...PUBLISHED, temperature: 1 } })).toEqual({ ...PUBLISHED, temperature: 1 })
    const [scenario] = await host.calls['scenarios.list']({})
    expect(await sampling(scenario?.setup)).toEqual(SAMPLING)
    const sample = await host.calls['worlds.openSample']({
      name: must((await host.calls['worlds.samples']({}))[0]).name
    })
    expect(sample.branch.setup.sampling).toEqual({ ...PUBLISHED, maxTokens: 2048 })
    await host.calls['models.configure']({ model: path('one'), sampling: null })
    expect(await sampling()).toEqual(PUBLISHED)
    await host.calls['models.configure']({ model: path('one'), sampling: SAMPLING })
    await host.calls['models.use']({ model: path('two') })
    expect(await sampling()).toEqual(PUBLISHED)
  })

  it('is how it is opened: at once when it is in use, else when it is', async () => {
    const { host, path, started, alive } = await setUp()
    const contextSize = async () => (await load(host)).at(-1)
    const small = { ...LoadOptions.parse({}), contextSize: 512 }
    await host.calls['models.use']({ model: path('one') })
    expect(await contextSize()).toMatchObject({ status: { contextSize: 2048 } })
    expect(await host.calls['models.configure']({ model: path('two'), load: small })).toMatchObject({
      id: path('two'),
      load: small,
      active: false
    })
    expect(alive.size).toBe(1)
    expect(await host.calls['models.configure']({ model: path('one'), load: small })).toMatchObject({
      load: small,
      active: true
    })
    expect(await host.calls['models.status']({})).toMatchObject({ model: path('one'), state: 'idle' })
    expect(await contextSize()).toMatchObject({ status: { contextSize: 512 } })
    expect([started.length, alive.size]).toEqual([2, 1])
    // Sampling is no reason to load 20 GB anew.
    await host.calls['models.configure']({ model: path('one'), sampling: SAMPLING })
    await host.calls['models.configure']({ model: path('one'), load: small })
    expect(started).toHaveLength(2)
    await host.calls['models.use']({ model: path('two') })
    expect(await contextSize()).toMatchObject({ status: { model: path('two'), contextSize: 512 } })
  })

  it('waits for the step that runs, where the model would be opened anew', async () => {
    const { host, path } = await setUp()
    writeTinyModel(path('one'), { scripts: [{ pieces: ['<0x0A>', 'x'], after: 'again' }] })
    await host.calls['models.use']({ model: path('one') })
    const { session, branch } = await newWorld(host, { sampling: { ...SAMPLING, maxTokens: 20_000 } })
    const abort = new AbortController()
    const action = [{ keystrokes: 'ls\n', duration: 1 }]
    const input = { session: session.id, branch: branch.id, action, instruction: '', trace: false }
    for await (const event of host.streams['steps.run'](input, { signal: abort.signal })) {
      if (event.type !== 'observation' || abort.signal.aborted) continue
      const load = { ...LoadOptions.parse({}), contextSize: 512 }
      await expect(host.calls['models.configure']({ model: path('one'), load })).rejects.toMatchObject({ code: 'busy' })
      const list = await host.calls['models.list']({})
      expect(list.find(({ active }) => active)).toMatchObject({ id: path('one'), load: LoadOptions.parse({}) })
      abort.abort()
    }
    expect(abort.signal.aborted).toBe(true)
  })
})

describe('9.4 deleting', () => {
  it('is refused for the model in use, and done for another', async () => {
    const { host, path } = await setUp()
    await host.calls['models.use']({ model: path('one') })
    for (const model of [path('one'), 'one.gguf']) {
      await expect(host.calls['models.delete']({ model })).rejects.toMatchObject({
        code: 'busy',
        message: `"${model}" is in use. Choose another model, or none, before deleting it.`
      })
    }
    expect(await host.calls['models.delete']({ model: 'two.gguf' })).toBe(null)
    const here = async () =>
      (await host.calls['models.list']({})).flatMap(({ path, bundled }) => (bundled ? [] : (path ?? [])))
    expect(await here()).toEqual([path('one')])
    await host.calls['models.use']({ model: null })
    await host.calls['models.delete']({ model: path('one') })
    expect(await here()).toEqual([])
  })
})

describe('a model that was chosen and is gone', () => {
  /** A host whose chosen model was deleted while it was closed. */
  async function bereft() {
    const { home, host, open, path } = await setUp()
    await host.calls['models.use']({ model: path('one') })
    await host.dispose()
    await rm(path('one'))
    const again = await open()
    const message = `The model file "${path('one')}" is gone: it was moved, renamed or deleted, or its disk is not connected. Select it where it is now, or select another model, under Models or with: orrery model use PATH`
    return { host: again, path, key: createModelKey(home).get(), gone: { code: 'not-found', message } }
  }

  it('is named with its path by steps, by loading, by the door for agents and by the status', async () => {
    const { host, path, key, gone } = await bereft()
    expect(await act(host)).toMatchObject({ type: 'failed', error: gone })
    await expect(load(host)).rejects.toMatchObject(gone)
    await expect(host.calls['models.info']({ model: path('one') })).rejects.toMatchObject(gone)
    await expect(host.calls['agent.model']({ key })).rejects.toMatchObject(gone)
    expect(await host.calls['models.status']({})).toEqual({
      ...{ engine: 'none', model: null, state: 'idle', contextSize: null, device: null },
      problem: gone.message
    })
    expect((await host.calls['app.info']({})).notice).toBe(`The last used model could not be opened: ${gone.message}`)
    await host.calls['models.use']({ model: path('two') })
    expect(await act(host)).toMatchObject({ type: 'committed' })
    expect(await host.calls['models.status']({})).not.toHaveProperty('problem')
  })

  it('while Orrery runs is named by the next step that would load it', async () => {
    const { host, path } = await setUp()
    await host.calls['models.use']({ model: path('one') })
    await rm(path('one'))
    expect(await act(host)).toMatchObject({
      type: 'failed',
      error: { code: 'not-found', message: expect.stringContaining(`The model file "${path('one')}" is gone: `) }
    })
  })
})

describe('a chat template', () => {
  const WAY_OUT =
    'To set another form, write a template into the file with gguf-new-metadata --chat-template, or run the model with llama-server --chat-template NAME and select that: orrery model use NAME --base-url URL'
  const FORM = 'the form of Llama 2 ([INST] … [/INST])'

  it.each([
    ['is missing', null, 'the file has none'],
    ['does not parse', '{% for m in messages %}{{ m.content ', 'it does not parse (Unexpected end of input)'],
    ['always raises', "{{ raise_exception('not for you') }}", 'it fails (not for you)'],
    ['forgets the turns', '{{ messages[-1].content }}', 'it leaves out what was said (by the user)']
  ])(
    'that %s is told of with the model and with each step, and so is the form used instead',
    async (_, chatTemplate, why) => {
      const { host, path } = await setUp()
      writeTinyModel(path('one'), { scripts: SCRIPTS, contextLength: 2048, chatTemplate })
      await host.calls['models.use']({ model: path('one') })
      const problem = `The model’s own chat template cannot be used: ${why}.`
      expect((await host.calls['models.info']({ model: path('one') })).chat).toEqual({ form: FORM, problem })
      const step = await act(host)
      if (step.type !== 'committed') throw new Error(JSON.stringify(step))
      expect(step.call.warnings).toContain(
        `${problem} Its turns are told in ${FORM} instead, which it may not know. ${WAY_OUT}`
      )
    }
  )

  it('that is used is not warned of, also where it takes no system message', async () => {
    const { host, path } = await setUp()
    const own = { form: 'its own chat template', problem: null }
    expect((await host.calls['models.info']({ model: path('two') })).chat).toEqual(own)
    const gemma =
      "{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}{% for message in messages %}{% if (message['role'] == 'assistant') %}{% set role = 'model' %}{% else %}{% set role = message['role'] %}{% endif %}{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}{% if add_generation_prompt %}{{'<start_of_turn>model\n'}}{% endif %}"
    writeTinyModel(path('one'), { scripts: SCRIPTS, contextLength: 2048, chatTemplate: gemma })
    expect((await host.calls['models.info']({ model: path('one') })).chat).toEqual(own)
    await host.calls['models.use']({ model: path('two') })
    const step = await act(host)
    if (step.type !== 'committed') throw new Error(JSON.stringify(step))
    expect(step.call.warnings.filter((warning) => warning.includes('template'))).toEqual([])
  })
})
