// A new world: one of the ready ones in a click, or one's own.
import { ArrowRight } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { Setup } from '../../core/model.ts'
import { SetupForm } from '../panels/SetupForm.tsx'
import { useActions, useOrrery } from '../store.ts'
import { Field, Modal, TabBar, Trouble } from '../ui.tsx'

export function NewWorld(): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const opening = useOrrery((state) => state.opening)
  const { show, createWorld } = useActions()
  const sampling = useOrrery((state) => state.models?.find(({ active }) => active)?.sampling) ?? undefined
  const [setup, setSetup] = useState<Setup>(() => Setup.parse({ domain: 'terminal', sampling }))
  const [title, setTitle] = useState('')
  const [tab, setTab] = useState('ready')
  const name = useId()
  const create = () => void createWorld({ title: title.trim() || undefined, setup })
  return (
    <Modal
      title="New world"
      description="A simulated terminal. What it is like before the first step is yours to say."
      width="44rem"
      onClose={() => show(null)}
      footer={
        tab === 'own' && (
          <button type="button" className="button-primary" disabled={opening} onClick={create}>
            Create this world
          </button>
        )
      }
    >
      <Tabs.Root value={tab} onValueChange={setTab}>
        <div className="mb-4">
          <TabBar
            label="Kind of world"
            tabs={[
              ['ready', 'Ready worlds'],
              ['own', 'Your own']
            ]}
          />
        </div>
        <div className="mb-3 empty:mb-0">
          <Trouble place="new" />
        </div>
        <Tabs.Content value="ready">
          <ul className="grid gap-2.5 min-[640px]:grid-cols-2">
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
                    <ArrowRight size={14} aria-hidden className="text-muted" />
                  </span>
                  <span className="text-muted">{scenario.description}</span>
                </button>
                <button
                  type="button"
                  className="mb-2 ml-3 self-start rounded px-1 text-muted text-xs underline decoration-line underline-offset-4 hover:text-ink"
                  onClick={() => {
                    setSetup(Setup.parse({ sampling, ...scenario.setup }))
                    setTitle(scenario.title)
                    setTab('own')
                  }}
                >
                  Edit before starting<span className="sr-only"> {scenario.title}</span>
                </button>
              </li>
            ))}
          </ul>
        </Tabs.Content>
        <Tabs.Content value="own" className="flex flex-col gap-4">
          <Field id={name} label="Title">
            <input
              id={name}
              className="field"
              value={title}
              placeholder="Terminal world"
              onChange={(event) => setTitle(event.target.value)}
            />
          </Field>
          <SetupForm setup={setup} onChange={setSetup} />
        </Tabs.Content>
      </Tabs.Root>
    </Modal>
  )
}
