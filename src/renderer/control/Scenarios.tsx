// The scenarios: a list, a text editor beside what the text comes to, and the runs.
import { Plus } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { ScenarioReport } from '../../core/control/summary.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import { isFound } from '../found.ts'
import { useFreshScenarios } from '../fresh-scenarios.ts'
import type { ListedScenario } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Modal, Progress, TabBar, Trouble, Yours } from '../ui.tsx'
import { Editor } from './Editor.tsx'
import { freeName, newScenario } from './new-scenario.ts'
import { Results } from './Results.tsx'

export function Scenarios(): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const broken = useOrrery((state) => state.brokenScenarios)
  const run = useOrrery((state) => state.scenarioRun)
  const { show, runScenarios, stopScenarios, keepScenario } = useActions()
  const wanted = useOrrery((state) => state.scenarioToEdit)
  const [picked, setName] = useState(wanted)
  // The list may come after the dialog.
  const name = picked ?? scenarios.find(({ own }) => own)?.name ?? scenarios[0]?.name ?? ''
  const [tab, setTab] = useState('edit')
  const [shown, setShown] = useState<{ name: string; report: ScenarioReport } | null>(null)
  useFreshScenarios()
  const create = async () => {
    const name = freeName([...scenarios, ...broken].map(({ name }) => name))
    if (await keepScenario({ name, text: newScenario(name), fresh: true })) setName(name)
  }
  const start = async (files: ScenarioFile[], repeat: number) => {
    const [first] = files
    if (!first) return
    setTab('runs')
    setShown(null)
    const runName = nameOfRun(files.length === 1 ? first.name : 'scenarios')
    const report = await runScenarios(runName, files, { repeat })
    if (report) setShown({ name: runName, report })
  }
  return (
    <Modal
      title="Scenarios"
      description="Worlds with a script, faults and checks, to be run again and again."
      width="84rem"
      onClose={() => show(null)}
      footer={
        run && (
          <>
            <span className="min-w-0 flex-1 truncate text-muted">
              {run.done} of {run.total || '…'} {run.label && `· ${run.label}`}
            </span>
            <span className="w-48">
              <Progress label="Run" value={run.total ? run.done / run.total : null} />
            </span>
            <button type="button" className="button" onClick={stopScenarios}>
              Stop
            </button>
          </>
        )
      }
    >
      <Tabs.Root value={tab} onValueChange={setTab}>
        <div className="mb-4">
          <TabBar
            label="Scenarios"
            tabs={[
              ['edit', 'Editor'],
              ['runs', 'Runs']
            ]}
          />
        </div>
        <div className="mb-3 empty:mb-0">
          <Trouble place="scenario" />
        </div>
        <Tabs.Content value="edit" className="grid gap-x-5 gap-y-4 min-[900px]:grid-cols-[14rem_1fr]">
          <List
            own={[...scenarios.filter(({ own }) => own), ...broken.filter(({ own }) => own)]}
            ours={scenarios.filter(({ own, checks }) => !own && checks.length > 0)}
            worlds={scenarios.filter(({ own, checks }) => !own && checks.length === 0)}
            value={name}
            onChange={setName}
            onNew={() => void create()}
          />
          {name ? (
            <Editor
              key={name}
              name={name}
              busy={run !== null}
              onSaved={setName}
              onRun={(file, repeat) => void start([file], repeat)}
            />
          ) : (
            // Some are shipped: there are none only until they have been read.
            <p role="status" className="text-muted">
              Reading the scenarios…
            </p>
          )}
        </Tabs.Content>
        <Tabs.Content value="runs">
          <Results
            shown={shown}
            onShow={setShown}
            onEdit={(saved) => {
              setName(saved)
              setTab('edit')
            }}
          />
        </Tabs.Content>
      </Tabs.Root>
    </Modal>
  )
}

/** A name for each run, so that none takes another's place: `clone-20311130-101500`. */
function nameOfRun(of: string): string {
  const now = new Date()
  const digits = now.toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-')
  return `${of.slice(0, 60)}-${digits}`
}

type Listed = Pick<ListedScenario, 'name'> & Partial<Pick<ListedScenario, 'title' | 'description'>>

interface ListProps {
  own: Listed[]
  ours: Listed[]
  worlds: Listed[]
  value: string
  onChange(name: string): void
  onNew(): void
}

function List({ own, ours, worlds, value, onChange, onNew }: ListProps): ReactNode {
  const id = useId()
  const [query, setQuery] = useState('')
  const groups = [
    ['Yours', own],
    ['With checks', ours],
    ['Worlds to start from', worlds]
  ] as const
  // What was just saved is looked at.
  useEffect(() => {
    document.getElementById(`${id}${value}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, value])
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <input
        aria-label="Find a scenario"
        type="search"
        className="field"
        placeholder="Find…"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <button type="button" className="button" onClick={onNew}>
        <Plus size={14} aria-hidden /> New scenario
      </button>
      <div className="flex max-h-[52vh] flex-col gap-3 overflow-y-auto">
        {groups.map(([title, listed]) => {
          const found = listed.filter((one) => isFound(`${one.name} ${one.title} ${one.description}`, query))
          if (!found.length) return null
          return (
            <fieldset key={title} className="flex min-w-0 flex-col">
              <legend className="heading mb-1">{title}</legend>
              {found.map(({ name, title: told }) => (
                <label
                  key={name}
                  title={told}
                  id={`${id}${name}`}
                  className={`flex cursor-pointer items-baseline gap-2 rounded-md px-2 py-1 has-focus-visible:outline-2 has-focus-visible:outline-accent ${name === value ? 'bg-selected font-medium' : 'hover:bg-hover'}`}
                >
                  <input
                    type="radio"
                    name={`${id}name`}
                    className="accent-accent"
                    checked={name === value}
                    onChange={() => onChange(name)}
                  />
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {title === 'Yours' && <Yours />}
                </label>
              ))}
            </fieldset>
          )
        })}
      </div>
    </div>
  )
}
