// A host in memory, speaking the window's contract: real step ids, answers that a test hands out one event at a time.
import { type Fit, LoadOptions } from '../../src/core/contract/fit.ts'
import type { ImportReport } from '../../src/core/contract/formats.ts'
import type {
  CallInput,
  CallName,
  CallOutput,
  Client,
  StreamEvent,
  StreamInput,
  StreamName
} from '../../src/core/contract/index.ts'
import type { Model } from '../../src/core/contract/models.ts'
import type { Present } from '../../src/core/contract/presence.ts'
import type { TemplateRow } from '../../src/core/contract/prompts.ts'
import type { After, ChainView, ViewMore } from '../../src/core/contract/steps.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { lineage, makeStep } from '../../src/core/tree/history.ts'
import {
  type Branch,
  type Call,
  type CheckScore,
  type Draft,
  Sampling,
  type Session,
  Setup,
  type Step,
  type StepInput
} from '../../src/core/tree/model.ts'
import { type Origin, originOf } from '../../src/core/tree/origin.ts'
import { must } from '../must.ts'

export const setup = Setup.parse({ domain: 'terminal', initialState: 'box$ ', instruction: 'be slow' })
export const type = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]

export type Events = AsyncIterable<StreamEvent<'steps.run'>>
export type Answer = (input: StepInput, signal: AbortSignal) => Events

export interface FakeHost {
  client: Client
  /** Every call and stream, in order, as `name` and input. */
  log: { name: string; input: unknown }[]
  /** How the next steps are answered; the default commits what `say` gives. */
  answer: Answer
  /** Calls of this name fail with this error. */
  broken: Map<string, OrreryError>
  drafts: Draft[]
  /** What `worlds.here` says of the list of worlds, and who else is there. */
  listed: string
  others: Present[]
  branches: Branch[]
  recorded: string[]
  /** Labels that `steps.get` gives in place of the list's. */
  told: Map<string, string>
  route: CallOutput<'steps.route'>
  score: CheckScore | null
  ground: CallOutput<'worlds.ground'>
  /** What the next import reports. */
  report: ImportReport
  models: Model[]
  fit: (input: CallInput<'models.fit'>) => Promise<Fit>
  loads: (signal: AbortSignal) => AsyncIterable<StreamEvent<'models.load'>>
  pulls: (signal: AbortSignal) => AsyncIterable<StreamEvent<'models.pull'>>
  /** `keep` is left out for `formats.keep`. */
  imports: (input: StreamInput<'formats.import'>, signal: AbortSignal) => AsyncIterable<StreamEvent<'formats.import'>>
  exports: (signal: AbortSignal) => AsyncIterable<StreamEvent<'formats.export'>>
  asks: (signal: AbortSignal) => AsyncIterable<StreamEvent<'tools.ask'>>
  templates: TemplateRow[]
  /** `more`: what the call says besides. */
  commit(
    input: StepInput,
    text: string,
    more?: Partial<Call>
  ): Promise<Extract<StreamEvent<'steps.run'>, { type: 'committed' }>>
}

/** An estimate whose reason is its verdict. */
export const fit = (verdict: Fit['verdict']): Fit => ({
  verdict,
  reason: verdict,
  options: { contextSize: 4096, gpuLayers: 0, kvType: 'f16', sequences: 1, cpuExperts: 0 },
  layers: 30,
  weights: { ram: 1, vram: 0 },
  cache: { ram: 1, vram: 0 },
  buffers: { ram: 1, vram: 0 },
  first: { ram: 3, vram: 0 },
  free: { ram: 9, vram: 0 },
  backends: []
})

export const model = (id: string, over: Partial<Model> = {}): Model => ({
  ...{ id, title: id, description: '', license: '', size: 1, memory: 1, sha256: null, path: `/${id}`, partial: 0 },
  ...{ bundled: false, active: false, runtime: 'llama', load: LoadOptions.parse({}), sampling: null },
  published: Sampling.parse({}),
  ...over
})

const session = (id: string): Session => ({
  id,
  title: `World ${id}`,
  notes: '',
  domain: 'terminal',
  createdAt: 0,
  updatedAt: 0
})

/** Two worlds, `w` with `lines` done on its branch `main`, and `other`, empty. */
export async function createFakeHost(lines: string[] = []): Promise<FakeHost> {
  const steps = new Map<string, Step>()
  const origins = new Map<string, Origin>()
  let parent: string | null = null
  for (const line of lines) {
    const step: Step = await makeStep(parent, type(line), { text: `box$ ${line}\n${line} done\nbox$ ` })
    steps.set(step.id, step)
    parent = step.id
  }
  const branch = (id: string, session: string, tip: string | null): Branch => ({
    id,
    session,
    title: id,
    tip,
    fork: null,
    setup,
    createdAt: 0
  })
  const sessions = [session('w'), session('other')]
  const chain = (tip: string | null): Step[] => {
    const step = tip === null ? undefined : steps.get(tip)
    return step ? [...chain(step.parent), step] : []
  }
  const row = (step: Step) => ({
    id: step.id,
    parent: step.parent,
    label: JSON.stringify(step.action).replace(/.*keystrokes":"(.*?)\\n.*/, '$1'),
    preview: step.observation.text.split('\n')[0] ?? '',
    size: step.observation.text.length,
    siblings: [...steps.values()].filter((one) => one.parent === step.parent).length - 1,
    origin: origins.get(step.id) ?? ('predicted' as const)
  })
  const find = (id: string) => {
    const found = host.branches.find((one) => one.id === id)
    if (found) return found
    throw new OrreryError('not-found', `There is no branch "${id}".`)
  }

  const placesIn = (session: string) =>
    lineage(
      host.branches
        .filter((one) => one.session === session)
        .map((one) => ({ branch: one.id, fork: one.fork, steps: chain(one.tip).map((step) => step.id) }))
    )
  const detailOf = (id: string) => {
    const step = steps.get(id)
    if (!step) throw new OrreryError('not-found', `There is no step ${id}.`)
    const same = [...steps.values()].filter((one) => one.parent === step.parent)
    const told = same.map((one) => ({ ...row(one), label: host.told.get(one.id) ?? row(one).label }))
    return { step, calls: [], siblings: told }
  }
  const viewAt = (session: string, at: string | null, also: ViewMore[]): ChainView => ({
    state: { depth: chain(at).length },
    opens: false,
    detail: at === null ? null : detailOf(at),
    recorded: host.recorded
      .slice(chain(at).length, chain(at).length + 1)
      .map((line) => ({ action: type(line), label: line })),
    pace: null,
    ...(also.includes('score') && { score: host.score }),
    ...(also.includes('places') && { places: placesIn(session) })
  })
  const versionOf = (id: string) =>
    JSON.stringify([
      sessions.find((one) => one.id === id),
      host.branches.filter((one) => one.session === id),
      host.drafts.filter((one) => one.session === id)
    ])

  const calls: { [K in CallName]?: (input: never) => unknown } = {
    'app.info': () => ({ version: '0', home: '/', notice: null }),
    'models.status': () => ({ engine: 'llama', model: 'm', state: 'ready', contextSize: 100, device: 'cpu' }),
    'models.engines': () => [],
    'worlds.list': () => sessions.map((one) => ({ ...one, answers: 'model' })),
    'models.list': () => host.models,
    'scenarios.list': () => [],
    'scenarios.broken': () => [],
    'scenarios.version': () => '',
    'worlds.samples': () => [],
    'formats.list': () => [],
    'worlds.open': ({ session: id }: CallInput<'worlds.open'>) => {
      const session = sessions.find((one) => one.id === id)
      if (!session) throw new OrreryError('not-found', `There is no session "${id}".`)
      // As over a wire: never the same objects twice.
      return structuredClone({
        session,
        branches: host.branches.filter((one) => one.session === id),
        drafts: host.drafts.filter((one) => one.session === id)
      })
    },
    'worlds.here': () => ({ list: host.listed, others: host.others }),
    'worlds.delete': ({ session: id }: CallInput<'worlds.delete'>) => {
      const at = sessions.findIndex((one) => one.id === id)
      sessions.splice(at, at < 0 ? 0 : 1)
      return null
    },
    'worlds.version': ({ session: id }: CallInput<'worlds.version'>) =>
      sessions.some((one) => one.id === id) ? versionOf(id) : null,
    'worlds.fork': (input: CallInput<'worlds.fork'>) => {
      const made: Branch = {
        ...branch(`b${host.branches.length}`, input.session, input.at),
        title: input.title ?? `b${host.branches.length}`,
        fork: input.at,
        setup: Setup.parse(input.setup),
        createdAt: host.branches.length
      }
      host.branches.push(made)
      return made
    },
    'steps.list': ({ branch: id }: CallInput<'steps.list'>) => chain(find(id).tip).map(row),
    'steps.get': ({ step }: CallInput<'steps.get'>) => detailOf(step),
    'steps.window': ({ at, last = 100 }: CallInput<'steps.window'>) => ({ steps: chain(at).slice(-last) }),
    'steps.view': ({ branch: id, at, last = 100, also = [] }: CallInput<'steps.view'>) => ({
      ...viewAt(find(id).session, at, also),
      steps: chain(at).slice(-last)
    }),
    'steps.route': () => host.route,
    'steps.readAhead': () => null,
    'worlds.ground': () => host.ground,
    'steps.answerNow': () => false,
    'steps.reply': () => null,
    'steps.deleteDraft': ({ draft }: CallInput<'steps.deleteDraft'>) => {
      host.drafts = host.drafts.filter(({ id }) => id !== draft)
      return null
    },
    'models.fit': (input: CallInput<'models.fit'>) => host.fit(input),
    'models.configure': () => host.models[0],
    'models.delete': ({ model }: CallInput<'models.delete'>) => {
      host.models = host.models.filter(({ id }) => id !== model)
      return null
    },
    'tools.read': ({ text }: CallInput<'tools.read'>) => ({
      tools: text.split(',').map((name) => ({ name, inputSchema: {} })),
      problems: []
    }),
    'tools.cost': ({ tools }: CallInput<'tools.cost'>) => ({
      characters: tools.map((tool) => JSON.stringify(tool).length),
      tokens: null
    }),
    'prompts.list': () => host.templates,
    'prompts.import': ({ name }: CallInput<'prompts.import'>) => {
      host.templates.push({ domain: 'terminal', name, thinking: true, pack: true, judge: false })
      return { name, domains: ['terminal'], problems: [] }
    },
    'prompts.delete': ({ name }: CallInput<'prompts.delete'>) => {
      host.templates = host.templates.filter((one) => one.name !== name)
      return null
    },
    'formats.forget': () => null,
    'app.configure': (preferences: CallInput<'app.configure'>) => preferences,
    'models.use': () => ({ engine: 'llama', model: 'm', state: 'idle', contextSize: null, device: null })
  }

  const host: FakeHost = {
    log: [],
    broken: new Map(),
    drafts: [],
    listed: '',
    others: [],
    branches: [branch('main', 'w', parent), branch('empty', 'other', null)],
    recorded: [],
    told: new Map(),
    route: null,
    score: null,
    ground: null,
    report: { files: [], worlds: [], understood: [], dropped: [], problems: [], unlisted: 0, kept: false },
    imports: async function* ({ keep = true }) {
      yield { type: 'report', report: { ...host.report, kept: keep }, ...(!keep && { ticket: 't1' }) }
    },
    exports: async function* () {},
    models: [],
    fit: async () => fit('cpu'),
    loads: async function* () {},
    pulls: async function* () {},
    asks: async function* () {},
    templates: [],
    async *answer(input) {
      yield await host.commit(input, 'done\nbox$ ')
    },
    async commit(input, text, more) {
      const on = find(input.branch)
      const from = input.from === undefined ? on.tip : input.from
      const step = await makeStep(from, input.action, { text })
      steps.set(step.id, step)
      let moved = on
      if (from === on.tip) on.tip = step.id
      else {
        moved = { ...branch(`b${host.branches.length}`, input.session, step.id), fork: from, createdAt: 1 }
        host.branches.push(moved)
      }
      const model = { name: 'm', hash: null }
      const call = {
        ...{ id: step.id, step: step.id, session: input.session, branch: moved.id, engine: 'llama', model, setup },
        ...{ seed: 1, template: 'small', instruction: '', firings: [], raw: text, thinking: '', warnings: [] },
        ...{ tokens: { prompt: 1, cached: 0, generated: 1 }, ms: { first: 1, total: 1 }, createdAt: 0, trace: null },
        ...more
      }
      origins.set(step.id, originOf(call))
      const { session } = input
      // As over a wire: equal, and never the same objects twice.
      const { detail, ...view } = viewAt(session, step.id, moved === on ? [] : ['places'])
      const after: After = structuredClone({
        view,
        earlier: [],
        siblings: must(detail).siblings,
        engine: { engine: 'llama', model: 'm', state: 'ready', contextSize: 100, device: 'cpu' } as const,
        diverged: [],
        session: must(sessions.find(({ id }) => id === session)),
        version: versionOf(session),
        branches: host.branches.flatMap(({ id, title, tip, session: of }) =>
          of === session ? [{ id, title, tip }] : []
        ),
        drafts: host.drafts.filter((one) => one.session === session)
      })
      const { setup: _setup, ...head } = moved
      return { type: 'committed', step, call, branch: head, after }
    },
    client: {
      async call<K extends CallName>(name: K, input: CallInput<K>) {
        host.log.push({ name, input })
        const error = host.broken.get(name)
        if (error) throw error
        const handler = calls[name]
        if (!handler) throw new OrreryError('not-found', `The fake host has no "${name}".`)
        // The table pairs each name with its own input and output.
        return structuredClone(await handler(input as never)) as CallOutput<K>
      },
      async *stream<K extends StreamName>(name: K, input: unknown, options?: { signal?: AbortSignal }) {
        host.log.push({ name, input })
        const signal = options?.signal ?? new AbortController().signal
        const events =
          name === 'steps.run'
            ? host.answer(input as StepInput, signal)
            : name === 'models.load'
              ? host.loads(signal)
              : name === 'formats.import' || name === 'formats.keep'
                ? host.imports(name === 'formats.keep' ? {} : (input as StreamInput<'formats.import'>), signal)
                : name === 'formats.export'
                  ? host.exports(signal)
                  : name === 'tools.ask'
                    ? host.asks(signal)
                    : host.pulls(signal)
        for await (const event of events) yield event as StreamEvent<K> // as above
      }
    }
  }
  return host
}
