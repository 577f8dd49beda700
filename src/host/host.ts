// Where Orrery is wired together: the only place that knows every part. createHost gives what each front door mounts.
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import pkg from '../../package.json' with { type: 'json' }
import type { Bytes, EngineStatus, Handlers, Model, StepRow, WorldState } from '../core/api.ts'
import { leaveOut } from '../core/compact.ts'
import { findDomain, findTemplate, readAction } from '../core/domains/index.ts'
import { OrreryError } from '../core/errors.ts'
import { lineage, stepSeed } from '../core/history.ts'
import { importers } from '../core/importers/index.ts'
import { readText } from '../core/importers/text.ts'
import { labelOf } from '../core/label.ts'
import { type Branch, type NewSetup, type ReadySetup, Sampling, Scenario, type Session } from '../core/model.ts'
import { perturbations, readPerturbations } from '../core/perturbations/index.ts'
import type { Domain, Tree } from '../core/plugins.ts'
import type { Clock, Engine, Names, Row } from '../core/ports.ts'
import { buildRequest } from '../core/step/request.ts'
import { step, type World } from '../core/world.ts'
import { type Confirm, confirming } from './confirm.ts'
import { namingDamage } from './damage.ts'
import { type IdleEngine, unloading } from './engines/idle.ts'
import { createLlamaEngine, type SpawnEngine } from './engines/llama.ts'
import { createLlamaServerEngine } from './engines/llama-server.ts'
import { findProgram } from './engines/llama-server-program.ts'
import { none } from './engines/none.ts'
import { createOpenAIEngine, reach } from './engines/openai.ts'
import { createReplayEngine } from './engines/replay.ts'
import { createFits } from './fit.ts'
import { createFolds } from './folds.ts'
import { closeToOthers, makeFolder } from './home.ts'
import { createModels, type Resolved } from './models.ts'
import { createPacks, type Packs } from './packs.ts'
import { createRuns } from './runs/handlers.ts'
import { createScreens } from './screens.ts'
import { openStore } from './store.ts'
import { readDefinitions } from './tools/read.ts'
import { createDownloads } from './transfer/downloads.ts'
import { createExports } from './transfer/export.ts'
import { importsInto } from './transfer/import.ts'

export interface HostOptions {
  /** Folder of all data: database, models, settings, runs. Made when missing. */
  home: string
  /** Folder of what ships with Orrery: catalogue, scenarios, samples. */
  resources: string
  /** How the engine process is started; default: a child process of this Node. */
  spawnEngine?: SpawnEngine
  /** A catalogue id or .gguf path to use for this run instead of the chosen model. */
  model?: string
  /** An engine to use for this run instead of the chosen model. */
  engine?: Engine
  clock?: Clock
  names?: Names
  /** How a person is asked before a program is started; without it none is. */
  confirm?: Confirm
  /** How fast recordings are played: 1, the default, as they were made, 0 at once. */
  tempo?: number
  /** Milliseconds that count as a minute without work; tests have less time. */
  minute?: number
}

// A model is found at once or not for a while; the window must not wait for the second.
const RESUME_MS = 250

/** Opens the data in `home` and readies every call. Nothing is loaded until a step needs it. */
export async function createHost(options: HostOptions): Promise<Handlers> {
  const {
    home,
    resources,
    spawnEngine,
    clock = { now: Date.now, ticks: () => Math.round(performance.now()) },
    names = { next: randomUUID },
    tempo = 1,
    minute = 60_000
  } = options
  makeFolder(home)
  const database = join(home, 'orrery.db')
  const store = openStore(database, { clock })
  const folds = createFolds(store)
  const screens = createScreens(store)
  const models = createModels({ home, resources })
  const packs = createPacks({ home })
  const fits = createFits({ spawn: spawnEngine })
  const confirmed = confirming(options.confirm)
  const downloads = createDownloads()
  const assets = join(resources, '..', 'out', 'assets')
  const exports = createExports({ store, downloads, templates: packs.templates, assets })
  const inFlight = new Set<string>()
  const replays = new Map<string, Replay>()
  // What a person should hear of once: what was set aside, what could not be opened.
  const notices = [store.notice, closeToOthers(home)]

  let engine: Engine = none
  let status: EngineStatus = idle()
  /** What the loaded model takes, and gives back when another is loaded. */
  let held: Bytes | null = null
  /** The model file that answers, and the engine that runs it. */
  let using: { model: Resolved; engine: IdleEngine } | null = null
  /** Whether the model used last is still being taken up. */
  let resuming = false
  // Changing the engine is one thing at a time: each change waits here for the one before.
  let changed: Promise<void> = Promise.resolve()
  // Nothing is taken up, nor written, once the host is disposed of.
  const closing = new AbortController()
  if (options.engine) await use(options.engine, statusOf(options.engine))
  // A run that asked for a model by name must not go on without it; a model that has gone since last time may.
  else if (options.model) await start({ model: options.model })
  else {
    changed = resume()
    await Promise.race([changed, sleep(RESUME_MS)])
  }

  /** Takes up the model used last. A file that is new to Orrery is hashed first, which takes a minute for 20 GB. */
  async function resume(): Promise<void> {
    resuming = true
    try {
      const last = await models.active()
      // Whoever looks meanwhile sees it, not the lack of one.
      if (last && !('baseUrl' in last)) {
        status = { ...idle(), engine: models.settings(last.model).runtime, model: last.model }
      }
      await start(last)
    } catch (error) {
      status = idle()
      if (closing.signal.aborted) return
      if (!(error instanceof OrreryError)) throw error
      notices.push(`The model used last could not be opened: ${error.message}`)
    } finally {
      resuming = false
    }
  }

  async function start(choice: Awaited<ReturnType<typeof models.active>>): Promise<void> {
    if (!choice) return use(none, idle())
    if ('baseUrl' in choice) {
      const server = createOpenAIEngine(choice)
      // The engine has refused what is no address.
      const device = new URL(choice.baseUrl).host
      return use(server, { ...idle(), engine: 'openai', model: choice.model, state: 'ready', device })
    }
    const found = await models.resolve(choice.model, { signal: closing.signal })
    if (found.runtime === 'llama-server') return serve(found, choice.model)
    const make = () =>
      createLlamaEngine({
        modelPath: found.path,
        name: found.name,
        hash: found.hash,
        template: found.template,
        contextSize: found.contextSize ?? undefined,
        load: found.load,
        states: join(home, 'states'),
        spawn: spawnEngine,
        onStatus: ({ memory, ...change }) => {
          if (engine !== local) return
          status = { ...status, ...change }
          held = memory
        }
      })
    const local = unloading(make, { after: idleAfter })
    await use(local, { ...idle(), engine: 'llama', model: choice.model }, { model: found, engine: local })
  }

  /** Has this machine's own llama-server run the model. */
  async function serve(found: Resolved, model: string): Promise<void> {
    // A program that is missing is said now, not at the first step.
    findProgram(null)
    const make = () =>
      createLlamaServerEngine({
        modelPath: found.path,
        name: found.name,
        hash: found.hash,
        template: found.template,
        contextSize: found.contextSize ?? undefined,
        load: found.load,
        onStatus: (change) => {
          if (engine === local) status = { ...status, ...change }
        }
      })
    const local = unloading(make, { after: idleAfter })
    await use(local, { ...idle(), engine: 'llama-server', model }, { model: found, engine: local })
  }

  function idleAfter(): number | null {
    const { idleMinutes } = models.preferences()
    return idleMinutes === null ? null : idleMinutes * minute
  }

  async function use(next: Engine, now: EngineStatus, file: typeof using = null): Promise<void> {
    const last = engine
    engine = next
    status = now
    held = null
    using = file
    replays.clear()
    await last.dispose()
  }

  /** Changes the engine, after the changes before this one. One that fails leaves the engine as it was. */
  async function change<T>(work: () => Promise<T>): Promise<T> {
    if (inFlight.size) {
      const what = 'A step or a run is still running.'
      throw new OrreryError('busy', `${what} Wait for it, or cancel it, before changing the model.`)
    }
    const before = changed
    const making = before.then(work)
    // Whoever waits for a change that failed goes on with what was there.
    changed = making.then(
      () => {},
      () => before
    )
    return making
  }

  /** Whether `model` is what answers here, which is not what another Orrery on the same data may have chosen since. */
  function inUse(model: Model): boolean {
    return resuming ? model.active : using !== null && model.path === using.model.path
  }

  /** The engine of a branch: its recording first where it has one, then the chosen model. */
  async function engineOf(branch: Branch): Promise<Engine> {
    await changed
    return branch.setup.recording ? replay(branch.setup.recording) : engine
  }

  async function replay(name: string): Promise<Replay> {
    let made = replays.get(name)
    if (!made) {
      const otherwise = engine === none ? null : engine
      made = createReplayEngine({ trees: [await sample(name)], otherwise, tempo })
      replays.set(name, made)
    }
    return made
  }

  async function sample(name: string): Promise<Tree> {
    // The name becomes a file name: one that holds anything else names no sample.
    const file = /^[\w-]+$/.test(name) ? join(resources, 'samples', `${name}.jsonl`) : ''
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new OrreryError('not-found', `There is no sample recording "${name}".`, { cause })
    })
    const { trees } = await readText(text, { format: 'orrery', now: clock.now() })
    if (!trees[0]) throw new OrreryError('internal', `The sample recording "${name}" holds no session.`)
    return trees[0]
  }

  async function scenarios(): Promise<Scenario[]> {
    const files = (await readdir(join(resources, 'scenarios'))).filter((file) => file.endsWith('.json')).sort()
    const texts = await Promise.all(files.map((file) => readFile(join(resources, 'scenarios', file), 'utf8')))
    return texts.map((text) => Scenario.parse(JSON.parse(text)))
  }

  /** The setup of a new world with an initial state: its own, else that of the ready world which its domain starts from, else none. */
  async function begun(setup: NewSetup): Promise<ReadySetup> {
    const { initialState } = setup
    const { start, title } = findDomain(setup.domain)
    if (initialState !== undefined || start === undefined) return { ...setup, initialState: initialState ?? '' }
    const ready = (await scenarios()).find(({ name }) => name === start)?.setup
    if (!ready) {
      const where = join(resources, 'scenarios')
      throw new OrreryError(
        'not-found',
        `The ready world "${start}", which a ${title} world starts from, is not in ${where}. Install Orrery again, or give an initial state.`
      )
    }
    return { ...setup, initialState: ready.initialState, instruction: setup.instruction || ready.instruction }
  }

  /** The title, numbered where a world has it already: what is opened twice is two worlds. */
  function untaken(title: string): string {
    const taken = new Set(store.sessions().map((one) => one.title))
    for (let count = 1; ; count++) {
      const made = count === 1 ? title : `${title} (${count})`
      if (!taken.has(made)) return made
    }
  }

  async function createSession(
    title: string,
    branch: Pick<Branch, 'setup'>
  ): Promise<{ session: Session; branch: Branch }> {
    const now = clock.now()
    const session: Session = {
      id: names.next(),
      title,
      notes: '',
      domain: branch.setup.domain,
      createdAt: now,
      updatedAt: now
    }
    const main: Branch = {
      id: names.next(),
      session: session.id,
      title: 'main',
      tip: null,
      fork: null,
      setup: checked(branch.setup, packs),
      createdAt: now
    }
    await store.createSession(session, [main])
    return { session, branch: main }
  }

  const runs = createRuns({
    home,
    clock,
    names,
    async enter() {
      await changed
      // While it runs the engine must stay: this keeps models.use from taking it away.
      const running = `run ${names.next()}`
      inFlight.add(running)
      const context = {
        ...{ engine, store, clock, sampling: using?.model.published ?? Sampling.parse({}), templates: packs.templates },
        checked: (setup: Branch['setup']) => checked(setup, packs),
        step: (...given: Parameters<Handlers['streams']['step']>) => handlers.streams.step(...given)
      }
      return { context, release: () => void inFlight.delete(running) }
    }
  })

  const handlers: Handlers = {
    calls: {
      'app.info': () => ({
        version: pkg.version,
        home,
        notice: [...notices, models.notice()].filter(Boolean).join('\n') || null
      }),
      'engine.status': () => status,

      'sessions.list': () => store.sessions(),
      'sessions.create': async ({ title, setup }) => {
        await changed
        const { maxTokens } = findDomain(setup.domain)
        const decided = setup.sampling ?? (using && models.settings(using.model.id).sampling)
        const sampling = decided ?? Sampling.parse({ ...using?.model.published, ...(maxTokens && { maxTokens }) })
        const started = await begun(setup)
        return createSession(title ?? `${findDomain(setup.domain).title} world`, { setup: { ...started, sampling } })
      },
      'sessions.open': ({ session }) => ({
        session: store.session(session),
        branches: store.branches(session),
        drafts: store.drafts(session)
      }),
      'sessions.update': ({ session, ...change }) =>
        store.updateSession(session, { ...change, updatedAt: clock.now() }),
      'sessions.delete': async ({ session }) => {
        if (store.branches(session).some(({ id }) => inFlight.has(id))) {
          throw new OrreryError('busy', 'A step is still running in this world. Cancel it before deleting the world.')
        }
        await store.deleteSession(session)
        return null
      },

      'branches.create': async ({ session, branch, at, title, setup }) => {
        const from = store.branch(branch)
        const known = at === null || store.tree(session).some(({ id }) => id === at)
        if (from.session !== session || !known) {
          throw new OrreryError('not-found', 'That branch or step is not in this world. Open the world again.')
        }
        const made: Branch = {
          id: names.next(),
          session,
          title: title ?? `branch ${store.branches(session).length + 1}`,
          tip: at,
          fork: at,
          setup: checked({ ...from.setup, ...setup, domain: from.setup.domain }, packs),
          createdAt: clock.now()
        }
        await store.createBranch(made)
        return made
      },
      'branches.tree': ({ session }) =>
        lineage(
          store.branches(session).map(({ id, fork, tip }) => ({
            branch: id,
            fork,
            steps: store.rows(session, tip).map((row) => row.id)
          }))
        ),
      'branches.rename': ({ branch, title }) => store.renameBranch(branch, title),

      'steps.list': ({ session, branch }) => {
        const { tip, setup } = store.branch(branch)
        return labelled(findDomain(setup.domain), store.rows(session, tip))
      },
      'steps.get': ({ session, step: id }) => {
        const found = store.step(id)
        const domain = findDomain(store.session(session).domain)
        const calls = store.calls(session, id)
        const before =
          found.parent === null
            ? (calls[0] ?? store.branches(session)[0])?.setup.initialState
            : store.step(found.parent).observation.text
        return { step: found, calls, siblings: labelled(domain, store.siblings(session, id), before) }
      },
      'steps.window': ({ branch, at, last }) => {
        const { setup } = store.branch(branch)
        return { ...store.window(at, last), state: folds.after(setup, at) }
      },
      'steps.terminal': ({ branch, at }) => screens.after(store.branch(branch).setup, at),
      'steps.recorded': async ({ branch, at }) => {
        const { setup } = store.branch(branch)
        if (!setup.recording) return []
        const domain = findDomain(setup.domain)
        const before = at === null ? setup.initialState : store.step(at).observation.text
        const recorded = (await replay(setup.recording)).recorded(at)
        return recorded.map((action) => ({ action, label: labelOf(domain, action, before) }))
      },

      'prompt.preview': async ({ branch, at, action, instruction, request: whole }) => {
        const found = store.branch(branch)
        const { setup } = found
        const domain = findDomain(setup.domain)
        const predictor = await engineOf(found)
        const { template: suited, contextSize } = predictor.info()
        const template = findTemplate(domain, setup.template, suited, packs.templates(domain))
        const next = action === null ? domain.fromText('') : readAction(domain, action)
        const chain = store.chain(at)
        // Counting must not load a model by itself: looking at a prompt is not asking for an answer.
        const ready = status.state === 'ready' || status.state === 'generating'
        const turn = { domain, template, setup, chain, action: next, instruction }
        const left = ready ? await leaveOut(predictor, turn) : { turns: setup.compact ? null : 0, warning: null }
        const { parts, request } = buildRequest(turn, {
          ...{ suited, owner: found.session, state: folds.after(setup, at), leftOut: left.turns ?? 0 },
          ...{ seed: whole?.seed ?? (await stepSeed(setup.seed, at)), fresh: whole?.seed !== undefined },
          trace: whole?.trace ?? false
        })
        const counts = ready ? await engine.countTokens(parts.map(({ text }) => text)) : null
        return {
          template: template.name,
          leftOut: left.turns,
          shape: request.shape,
          // `as`: a request is plain values only.
          request: whole && (request as unknown as WorldState),
          parts: parts.map((part, index) => ({ ...part, tokens: counts?.[index] ?? null })),
          total: counts?.reduce((sum, count) => sum + count, 0) ?? null,
          contextSize: status.contextSize ?? contextSize
        }
      },

      'drafts.delete': async ({ draft }) => {
        await store.deleteDraft(draft)
        return null
      },

      'perturbations.list': async () =>
        perturbations.map(({ name, title, options }) => ({ name, title, options: formOf(options) })),

      'scenarios.list': scenarios,
      'samples.list': async () => {
        const files = (await readdir(join(resources, 'samples'))).filter((file) => file.endsWith('.jsonl')).sort()
        return Promise.all(
          files.map(async (file) => {
            const name = file.replace(/\.jsonl$/, '')
            const { session, steps, calls } = await sample(name)
            const { title, notes: description, domain } = session
            const origin = calls.every(({ engine }) => engine === 'recorded') ? 'recorded' : 'authored'
            return { name, title, description, domain, origin, steps: steps.length } as const
          })
        )
      },
      'samples.open': async ({ name }) => {
        const { session, branches } = await sample(name)
        const setup = branches[0]?.setup
        if (!setup) throw new OrreryError('internal', `The sample recording "${name}" has no branch.`)
        return createSession(untaken(session.title), { setup: { ...setup, recording: name } })
      },

      'templates.list': ({ domain }) => packs.list(domain),
      'templates.import': ({ name, files }) => packs.import(name, files),
      'templates.delete': ({ name }) => {
        packs.delete(name)
        return null
      },
      'tools.read': ({ text }) => readDefinitions(text),

      'models.list': async () => (await models.list()).map((model) => ({ ...model, active: inUse(model) })),
      'models.info': ({ model }) => models.info(model),
      'models.fit': async ({ model, options }) =>
        fits.fit({ ...(await models.measure(model)), options, held: held ?? { ram: 0, vram: 0 } }),
      'models.use': async (choice) => {
        const next = 'baseUrl' in choice ? choice : choice.model === null ? null : { model: choice.model }
        if ('baseUrl' in choice) await reach(choice.baseUrl)
        await change(async () => {
          await start(next)
          await models.setActive(next)
        })
        return status
      },
      'models.configure': async ({ model: name, ...wanted }) => {
        await changed
        const before = await models.one(name)
        const save = () => models.configure(before.id, wanted)
        if (using?.model.id !== before.id || sameOpening({ ...before, ...wanted }, before)) {
          const model = await save()
          return { ...model, active: inUse(model) }
        }
        return change(async () => {
          const model = await save()
          try {
            await start({ model: model.id })
          } catch (error) {
            await models.configure(model.id, before)
            throw error
          }
          return { ...model, active: true }
        })
      },
      'models.delete': async ({ model }) => {
        await changed
        if (using?.model.id === (await models.one(model)).id) {
          throw new OrreryError('busy', `"${model}" is in use. Choose another model, or none, before deleting it.`)
        }
        await models.delete(model)
        return null
      },
      'models.found': () => models.found(),
      'settings.get': () => models.preferences(),
      'settings.set': (preferences) => {
        models.setPreferences(preferences)
        using?.engine.rearm()
        return preferences
      },

      'exporters.list': () => exports.list(),
      'exports.preview': (input) => exports.preview(input),
      'importers.list': () =>
        // A JSON schema is JSON.
        importers.map(({ name, title, options }) => ({ name, title, form: formOf(options) })),
      ...runs.calls
    },

    download: (ticket) => downloads.take(ticket),

    streams: {
      'sessions.import': importsInto(store, { clock }),
      'sessions.export': exports.export,
      async *step(input, { signal }) {
        const engine = await engineOf(store.branch(input.branch))
        const world: World = { store, engine, clock, names, inFlight, templates: packs.templates }
        yield* step(world, input, { signal })
      },
      async *'tools.ask'(server, { signal }) {
        if ('command' in server) yield* confirmed(server, { signal })
        // MCP's library is large, and few runs ask a server.
        const { askServer } = await import('./tools/server.ts')
        yield* askServer(server, { signal })
      },
      'models.pull': ({ model }, { signal }) => models.pull(model, { signal }),
      async *'models.load'(_, { signal }) {
        await changed
        // An engine without a load has nothing to load.
        for await (const done of engine.load?.({ signal }) ?? []) yield { type: 'progress', done, total: 1 }
        yield { type: 'ready', status }
      },
      ...runs.streams
    },

    async dispose() {
      closing.abort()
      await changed
      await Promise.all([engine.dispose(), fits.dispose()])
      await store.close()
    }
  }
  return namingDamage(handlers, store, database)
}

type Opening = Partial<Pick<Model, 'runtime' | 'load'>>

/** Whether two settings open a model the same way. */
function sameOpening(one: Opening, other: Opening): boolean {
  return one.runtime === other.runtime && isDeepStrictEqual(one.load, other.load)
}

/** A JSON schema for a form. */
const formOf = (options: z.ZodType) => z.toJSONSchema(options, { io: 'input' }) as WorldState

type Replay = ReturnType<typeof createReplayEngine>

function idle(): EngineStatus {
  return { engine: 'none', model: null, state: 'idle', contextSize: null, device: null }
}

/** What can be said of an engine that was brought along. */
function statusOf(engine: Engine): EngineStatus {
  const { engine: name, model, contextSize } = engine.info()
  return { ...idle(), engine: name === 'openai' ? 'openai' : 'none', model: model.name, state: 'ready', contextSize }
}

/** Refuses a setup whose names lead nowhere, before anything is stored under it. */
function checked(setup: Branch['setup'], packs: Packs): Branch['setup'] {
  const domain = findDomain(setup.domain)
  findTemplate(domain, setup.template, domain.templates[0]?.name ?? '', packs.templates(domain))
  if (setup.tools.length && !domain.tools) {
    throw new OrreryError('invalid-input', `Nothing calls tools in the ${domain.id} domain. Leave the tools out.`)
  }
  readPerturbations(setup.perturbations)
  return setup
}

/** `before`: what all of the rows were done on, where it is at hand: a list of a whole chain does without. */
function labelled(domain: Domain, rows: Row[], before: string | null = null): StepRow[] {
  return rows.map(({ action, ...row }) => ({ ...row, label: labelOf(domain, action, before) }))
}
