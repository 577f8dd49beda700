// A new world: which kind, then one of the ready ones in a click, or one's own.
import { ArrowRight } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Domain } from '../../core/domains/domain.ts'
import { domains, findDomain } from '../../core/domains/index.ts'
import { folderState } from '../../core/tree/folder.ts'
import { Sampling, Setup } from '../../core/tree/model.ts'
import type { ProgramUse } from '../../core/tree/program.ts'
import { isReadyWorld, type Scenario } from '../../core/tree/scenario.ts'
import { LineField } from '../fields.tsx'
import { useFreshScenarios } from '../fresh-scenarios.ts'
import { KindIcon } from '../kinds.tsx'
import { AnswersChip } from '../origin.tsx'
import type { ListedScenario } from '../store/data.ts'
import type { PickedFolder } from '../store/folder.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Empty, Modal, TabBar, Trouble, Yours } from '../ui.tsx'
import { useUnsaved } from '../unsaved.ts'
import { counted } from '../words.ts'
import { SetupForm } from './SetupForm.tsx'
import { FolderField } from './setup/FolderField.tsx'
import { ProgramField } from './setup/ProgramField.tsx'

interface Own {
  title: string
  setup: Setup
  folder?: PickedFolder | null
}

export function NewWorld(): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const opening = useOrrery((state) => state.opening)
  const first = useOrrery((state) => state.newKind)
  const { show, createWorld, completeSetup } = useActions()
  useFreshScenarios()
  const sampling = useOrrery((state) => state.models?.find(({ active }) => active)?.sampling) ?? undefined
  const [kind, setKind] = useState(first)
  // Each kind keeps what was typed for it: looking at another, or closing the dialog, must cost nothing.
  const [kept, keep] = useUnsaved<Record<string, Own>>('new world')
  const drafts = kept ?? {}
  const [tab, setTab] = useState(drafts[kind] ? 'own' : 'ready')
  const domain = findDomain(kind)
  const usual = sampling ?? {}
  const ofKind = scenarios.filter(({ setup }) => setup.domain === kind)
  const ready = ofKind.filter(isReadyWorld)
  // A kind that cannot begin with nothing begins, until another state is typed, like the ready world that its domain names.
  const start = scenarios.find(({ name }) => name === domain.initialState.start)?.setup
  const own = drafts[kind] ?? {
    title: '',
    setup: Setup.parse({
      domain: kind,
      sampling: usual,
      initialState: start?.initialState,
      instruction: start?.instruction
    })
  }
  const setOwn = (change: Partial<Own>) => keep({ ...drafts, [kind]: { ...own, ...change } })
  const startOver = () => {
    const { [kind]: _gone, ...rest } = drafts
    keep(rest)
  }
  const edit = async ({ title, setup }: Scenario) => {
    const whole = await completeSetup({ sampling: Sampling.parse(usual), ...setup })
    setOwn({ title, setup: whole })
    setTab('own')
  }
  const form = useRef<HTMLFormElement>(null)
  const create = async () => {
    // A number out of its range is told at its field.
    if (!form.current?.reportValidity()) return
    if (await createWorld({ title: own.title.trim() || undefined, setup: own.setup }, own.folder?.copy)) startOver()
  }
  const pickedFolder = (folder: PickedFolder | null, grounding?: 'grounded') => {
    const { setup } = own
    // What a ready world says would contradict the user's files, or mix with them.
    const replaced = folder && setup.initialState === (start?.initialState ?? '')
    const initialState = replaced ? folderState(folder.copy.name, domain) : setup.initialState
    setOwn({ folder, setup: { ...setup, initialState, ...(grounding && { grounding }) } })
  }
  const pickedProgram = (program: ProgramUse | null) => {
    const { program: _, ...setup } = own.setup
    // A program says itself what its world begins with.
    const usual = start?.initialState ?? ''
    const [before, after] = program ? [usual, ''] : ['', usual]
    const initialState = setup.initialState === before ? after : setup.initialState
    setOwn({ setup: { ...setup, initialState, ...(program && { program }) } })
  }
  return (
    <Modal
      title="New world"
      description="Choose a kind of world, then a scenario or your own initial state."
      width="62rem"
      onClose={() => show(null)}
      footer={
        tab === 'own' && (
          <>
            {drafts[kind] && (
              <button type="button" className="button" onClick={startOver}>
                Start over
              </button>
            )}
            <button type="button" className="button-primary" disabled={opening} onClick={() => void create()}>
              Create world
            </button>
          </>
        )
      }
    >
      <div className="grid gap-x-6 gap-y-5 min-[760px]:grid-cols-[17.5rem_1fr]">
        <Kinds value={kind} onChange={setKind} />
        <Tabs.Root value={tab} onValueChange={setTab} className="min-w-0">
          <div className="mb-4">
            <TabBar
              label="Start from"
              tabs={[
                ['ready', 'Scenarios'],
                ['own', 'Custom']
              ]}
            />
          </div>
          <div className="mb-3 empty:mb-0">
            <Trouble place="new" />
          </div>
          <Tabs.Content value="ready">
            <Ready
              domain={domain}
              scenarios={ready}
              onEdit={(scenario) => void edit(scenario)}
              onOwn={() => setTab('own')}
            />
            <ToRun count={ofKind.length - ready.length} />
            <Broken />
          </Tabs.Content>
          <Tabs.Content value="own">
            <form ref={form} className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
              <Title value={own.title} domain={domain} onChange={(title) => setOwn({ title })} />
              <FolderField
                key={`folder ${kind}`}
                setup={own.setup}
                value={own.folder ?? null}
                onChange={pickedFolder}
              />
              <ProgramField key={`program ${kind}`} setup={own.setup} onChange={pickedProgram} />
              {/* A form of its own for each kind: what was opened in one must not stay open in another. */}
              <SetupForm key={kind} starting setup={own.setup} onChange={(setup) => setOwn({ setup })} />
            </form>
          </Tabs.Content>
        </Tabs.Root>
      </div>
    </Modal>
  )
}

function Kinds({ value, onChange }: { value: string; onChange(kind: string): void }): ReactNode {
  const id = useId()
  return (
    <fieldset className="grid content-start gap-1 max-[760px]:grid-cols-2 min-[760px]:sticky min-[760px]:top-0 min-[760px]:self-start">
      <legend className="sr-only">Kind of world</legend>
      {domains.map((domain) => (
        <label
          key={domain.id}
          className="relative flex items-start gap-3 rounded-lg border border-transparent px-3 py-2 hover:bg-hover has-checked:border-accent/60 has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          {/* The browser's own, unseen over the whole card: its keys and its place in forms come for free. */}
          <input
            type="radio"
            name={id}
            aria-label={domain.title}
            aria-describedby={`${id}${domain.id}`}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={value === domain.id}
            onChange={() => onChange(domain.id)}
          />
          <span className="mt-0.5">
            <KindIcon domain={domain} size={18} />
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{domain.title}</span>
            <span id={`${id}${domain.id}`} className="block text-muted text-xs">
              {domain.description}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Ready(props: {
  domain: Domain
  scenarios: ListedScenario[]
  onEdit(scenario: Scenario): void
  onOwn(): void
}): ReactNode {
  const { domain, scenarios } = props
  const opening = useOrrery((state) => state.opening)
  const { createWorld } = useActions()
  if (scenarios.length === 0) {
    return (
      <Empty title="No scenarios of this kind">
        <p>{domain.description}</p>
        <button type="button" className="button mt-3" onClick={props.onOwn}>
          Create a custom world
        </button>
      </Empty>
    )
  }
  return (
    <ul className="grid gap-2.5 min-[900px]:grid-cols-2">
      {scenarios.map((scenario) => (
        <li key={scenario.name} className="card relative flex flex-col hover:border-accent">
          <button
            type="button"
            disabled={opening}
            onClick={() => void createWorld({ title: scenario.title, setup: scenario.setup })}
            className="flex flex-1 flex-col gap-0.5 rounded-lg px-4 pt-3 pb-2 text-left"
          >
            <span className="flex w-full items-center gap-2 font-medium">
              <span className="flex-1">{scenario.title}</span>
              {scenario.own && <Yours />}
              <AnswersChip answers={scenario.answers} />
              <ArrowRight size={14} aria-hidden className="text-muted" />
            </span>
            <span className="text-muted">{scenario.description}</span>
          </button>
          <button
            type="button"
            className="mb-2 ml-3 self-start rounded px-1 text-muted text-xs underline decoration-line underline-offset-4 hover:text-ink"
            onClick={() => props.onEdit(scenario)}
          >
            Customize<span className="sr-only"> {scenario.title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Where those are that are run and judged. */
function ToRun({ count }: { count: number }): ReactNode {
  const { show } = useActions()
  if (count === 0) return null
  return (
    <button
      type="button"
      className="mt-3 rounded px-1 text-muted text-xs underline decoration-line underline-offset-4 hover:text-ink"
      onClick={() => show('scenarios')}
    >
      {counted(count, 'scenario')} with checks, to be run…
    </button>
  )
}

/** Own files that are no scenarios, with the first thing that is wrong in each. */
function Broken(): ReactNode {
  const broken = useOrrery((state) => state.brokenScenarios)
  const id = useId()
  if (!broken.length) return null
  return (
    <section aria-labelledby={id} className="mt-4">
      <h3 id={id} className="heading mb-1.5">
        Files with problems
      </h3>
      <ul className="grid gap-1.5">
        {broken.map(({ file, problems: [first] }) => (
          <li key={file} className="break-words text-muted">
            <span className="font-mono text-ink text-xs">
              {file}
              {first && `:${first.line}:${first.column}`}
            </span>
            <span className="block">{first?.message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Title(props: { value: string; domain: Domain; onChange(title: string): void }): ReactNode {
  return (
    <LineField
      label="Title"
      value={props.value}
      placeholder={`${props.domain.title} world`}
      onText={(text) => props.onChange(text)}
    />
  )
}
