// Where nothing is open: what this is, and three ways to begin, the first of which needs no model.
import { ArrowRight, Download, FileInput, Pause, Play, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Model } from '../../core/contract/models.ts'
import type { Domain } from '../../core/domains/domain.ts'
import { isReadyWorld } from '../../core/tree/scenario.ts'
import { isFound } from '../found.ts'
import { useFreshScenarios } from '../fresh-scenarios.ts'
import { byKind, KindIcon } from '../kinds.tsx'
import { AnswersChip } from '../origin.tsx'
import { useBetterModel } from '../store/better.ts'
import { pickImport } from '../store/files.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Mark, Trouble, Yours } from '../ui.tsx'
import { bytes, counted } from '../words.ts'
import { engineName } from './engine.ts'
import { PullProgress } from './PullProgress.tsx'

export function Welcome(): ReactNode {
  const engine = useOrrery((state) => state.engine)
  const sidebar = useOrrery((state) => state.sidebar && (state.sessions?.length ?? 0) > 0)
  // Of a host that was never reached there is nothing to say, least of all that it has nothing.
  const unread = useOrrery((state) => state.lost !== null && state.engine === null)
  const actions = useActions()
  useFreshScenarios()
  const none = !engine || engine.model === null
  const [query, setQuery] = useState('')
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[66rem] flex-col justify-center gap-9 px-10 py-10">
        <header className="flex items-center gap-7">
          <Mark size={92} turning />
          <div className="max-w-[40rem]">
            <h1 className="font-semibold text-2xl tracking-tight">A world that exists only in a model</h1>
            <p className="mt-1.5 text-base text-muted">
              A language world model predicts what a terminal, phone, browser, desktop or tool server would show. Stop
              at any step, go back, branch, change the rules, and export the whole trajectory.
            </p>
            <input
              type="search"
              aria-label="Find a recording or a scenario"
              className="field mt-3 max-w-[24rem]"
              placeholder="Find a recording or a scenario…"
              hidden={unread}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </div>
        </header>
        <div className="flex flex-col gap-2 empty:hidden">
          {!sidebar && <Trouble place="worlds" />}
          <Trouble place="new" />
          <Trouble place="models" />
        </div>
        <div hidden={unread} className="grid grid-cols-1 gap-x-10 gap-y-9 min-[900px]:grid-cols-[1fr_1fr]">
          <section aria-labelledby="welcome-play" className="flex flex-col gap-2.5">
            <h2 id="welcome-play" className="font-semibold text-lg">
              Play a recorded world
            </h2>
            <p className="text-muted">No model needed: recorded answers are replayed step by step.</p>
            <Samples query={query} />
          </section>
          <section aria-labelledby="welcome-worlds" className="flex flex-col gap-2.5">
            <h2 className="font-semibold text-lg">{none ? 'Get a model' : 'Current model'}</h2>
            {engine?.problem !== undefined && <p className="break-words text-danger">{engine.problem}</p>}
            {none ? <SmallestModel /> : <InUse name={engineName(engine)} />}
            {!none && <BetterModel />}
            <h2 id="welcome-worlds" className="mt-6 font-semibold text-lg">
              Start from a scenario
            </h2>
            <p className="text-muted">
              {none
                ? 'One click creates the world. Look around now; you need a model to act.'
                : 'One click creates the world; you take the first step.'}
            </p>
            <div className="mt-1 flex gap-2">
              <button type="button" className="button" onClick={() => actions.show('new')}>
                <Plus size={14} aria-hidden /> Custom world…
              </button>
              <button type="button" className="button" onClick={() => pickImport(actions)}>
                <FileInput size={14} aria-hidden /> Import a trajectory…
              </button>
            </div>
            <ReadyWorlds query={query} />
          </section>
        </div>
      </div>
    </div>
  )
}

/** The recordings, parted by kind. */
function Samples({ query }: { query: string }): ReactNode {
  const samples = useOrrery((state) => state.samples)
  const opening = useOrrery((state) => state.opening)
  const actions = useActions()
  if (samples === null) return <p className="text-muted">Reading the recordings…</p>
  if (samples.length === 0) {
    return (
      <p className="card px-4 py-3 text-muted">
        This build has no recordings. Import a trajectory, or download the smallest model.
      </p>
    )
  }
  const found = samples.filter(({ domain, title, description }) => isFound(`${domain} ${title} ${description}`, query))
  if (found.length === 0) return <NoneFound />
  return byKind(found, ({ domain }) => domain).map(({ domain, items }) => (
    <Kind key={domain.id} domain={domain}>
      {items.map(({ name, title, description, steps, origin }) => (
        <li key={name}>
          <button
            type="button"
            disabled={opening}
            onClick={() => void actions.openSample(name)}
            className="group -outline-offset-2 flex w-full items-center gap-4 px-4 py-2.5 text-left hover:bg-hover"
          >
            <span className="flex size-8 shrink-0 items-center justify-center rounded-full border border-line text-accent group-hover:border-accent">
              <Play size={14} aria-hidden className="translate-x-px" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{title}</span>
              <span className="block text-muted">{description}</span>
            </span>
            <span className="flex shrink-0 flex-col items-end gap-1 text-muted text-xs">
              <span className="rounded-full border border-line px-2 py-px" title={ORIGIN[origin]}>
                {origin}
              </span>
              {counted(steps, 'step')}
            </span>
          </button>
        </li>
      ))}
    </Kind>
  ))
}

const ORIGIN = { recorded: 'Recorded from a real environment', authored: 'Written by a person' }

/** The ready worlds, parted by kind. */
function ReadyWorlds({ query }: { query: string }): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const opening = useOrrery((state) => state.opening)
  const actions = useActions()
  const ready = scenarios.filter(isReadyWorld)
  const found = ready.filter(({ name, title, description, setup }) =>
    isFound(`${setup.domain} ${name} ${title} ${description}`, query)
  )
  if (ready.length > 0 && found.length === 0) return <NoneFound />
  return byKind(found, ({ setup }) => setup.domain).map(({ domain, items }) => (
    <Kind key={domain.id} domain={domain}>
      {items.map(({ name, title, description, setup, own, answers }) => (
        <li key={name}>
          <button
            type="button"
            disabled={opening}
            onClick={() => void actions.createWorld({ title, setup })}
            className="group -outline-offset-2 flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2 font-medium">
                {title} {own && <Yours />}
                <AnswersChip answers={answers} />
              </span>
              <span className="block text-muted">{description}</span>
            </span>
            <ArrowRight size={15} aria-hidden className="shrink-0 text-muted group-hover:text-accent" />
          </button>
        </li>
      ))}
    </Kind>
  ))
}

const NoneFound = (): ReactNode => <p className="text-muted">Nothing here has all of these words.</p>

/** A kind of world with what there is of it. */
function Kind({ domain, children }: { domain: Domain; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-1 flex flex-col gap-1.5">
      <h3 id={id} className="flex items-center gap-2 font-medium text-muted">
        <KindIcon domain={domain} /> {domain.title}
      </h3>
      <ul className="card divide-y divide-line overflow-hidden">{children}</ul>
    </section>
  )
}

function InUse({ name }: { name: string }): ReactNode {
  const { show } = useActions()
  const own = useOrrery((state) => state.models?.find(({ active, bundled }) => active && bundled))
  return (
    <div className="card flex items-center gap-4 px-4 py-3">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{own?.title ?? name}</span>
        {own && <span className="block text-muted">{own.description}</span>}
      </span>
      <button type="button" className="button" onClick={() => show('models')}>
        Models…
      </button>
    </div>
  )
}

/** The best model that fits this machine, while it is not there. */
function BetterModel(): ReactNode {
  const model = useBetterModel()
  return model && <ToFetch model={model} title={`Better on this machine: ${model.title}`} />
}

/** The quickest model to a first answer: one on disk, else the smallest download. */
function quickest(models: Model[]): Model | undefined {
  const here = models.filter(({ path }) => path !== null)
  return (here.length > 0 ? here : models).toSorted((a, b) => a.size - b.size)[0]
}

function SmallestModel(): ReactNode {
  const models = useOrrery((state) => state.models)
  const actions = useActions()
  const model = quickest(models ?? [])
  if (!model) {
    return (
      <div className="card flex items-center gap-4 px-4 py-3">
        <span className="flex-1 text-muted">The catalogue is empty. Add a .gguf file or connect a server.</span>
        <button type="button" className="button" onClick={() => actions.show('models')}>
          Models…
        </button>
      </div>
    )
  }
  return <ToFetch model={model} title={model.title} />
}

function ToFetch({ model, title }: { model: Model; title: string }): ReactNode {
  const pull = useOrrery((state) => state.pulls[model.id])
  const actions = useActions()
  return (
    <div className="card flex flex-col gap-3 px-4 py-3">
      <div className="flex items-center gap-4">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-muted">{model.description}</span>
        </span>
        {pull ? (
          <button type="button" className="button" onClick={() => actions.pausePull(model.id)}>
            <Pause size={13} aria-hidden /> Pause
          </button>
        ) : (
          <button type="button" className="button-primary" onClick={() => void actions.pullAndUse(model.id)}>
            {model.path === null && <Download size={14} aria-hidden />}
            {model.path !== null ? 'Use' : `${model.partial > 0 ? 'Resume' : 'Download'}, ${bytes(model.size)}`}
          </button>
        )}
      </div>
      <PullProgress model={model} />
      {!pull && (
        <button
          type="button"
          className="self-start text-muted underline decoration-line underline-offset-4 hover:text-ink"
          onClick={() => actions.show('models')}
        >
          Larger models, your own .gguf, or a server…
        </button>
      )}
    </div>
  )
}
