// What listens for agents, by which links they come, and what they do.
import { type ReactNode, useEffect, useId, useState } from 'react'
import { SelectField } from '../fields.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { Empty, Modal, Trouble } from '../ui.tsx'
import { LinkCard } from './LinkCard.tsx'
import { TrafficTable } from './TrafficTable.tsx'

// A call that ends is seen within a second.
const EVERY_MS = 1000

export function Connections(): ReactNode {
  const agents = useOrrery((state) => state.agents)
  const { show, readAgents, openDoors, closeDoors } = useActions()
  useEffect(() => {
    void readAgents()
    const timer = setInterval(() => void readAgents(), EVERY_MS)
    return () => clearInterval(timer)
  }, [readAgents])
  const url = agents?.doors.url ?? null
  return (
    <Modal
      title="Agents"
      description="Agents act in a world through a link. They reach that world and nothing else on this computer."
      width="56rem"
      onClose={() => show(null)}
    >
      <div className="flex flex-col gap-6">
        <Trouble place="agents" />
        <section aria-label="Listening" className="flex flex-wrap items-center gap-3">
          <span aria-hidden className={`size-2.5 rounded-full ${url ? 'bg-accent' : 'border border-muted'}`} />
          <p role="status" className="min-w-0 flex-1">
            {url ? (
              <>
                Listening on <span className="font-mono">{url}</span>, on this computer only.
              </>
            ) : (
              'Not listening. Agents cannot connect.'
            )}
          </p>
          <button type="button" className="button" onClick={() => void (url ? closeDoors() : openDoors())}>
            {url ? 'Stop listening' : 'Start listening'}
          </button>
        </section>
        <Inside />
        <NewLink />
        <section aria-label="Links" className="flex flex-col gap-3">
          {agents?.links.length === 0 && (
            <Empty title="No links yet">Open a world and make a link. Whoever has it acts in that world.</Empty>
          )}
          {agents?.links.map((link) => (
            <LinkCard key={link.id} link={link} url={url} doors={agents.doors.doors} />
          ))}
        </section>
        <Episodes />
        {agents && agents.traffic.length > 0 && <TrafficTable rows={agents.traffic} links={agents.links} />}
      </div>
    </Modal>
  )
}

/** The way to the built-in agent. It makes its link by itself, so a person need not make one. */
function Inside(): ReactNode {
  const open = useOrrery((state) => state.world !== null)
  const { show } = useActions()
  if (!open) return null
  return (
    <section
      aria-label="Built-in agent"
      className="flex flex-wrap items-center gap-4 rounded-lg border border-line px-4 py-3"
    >
      <p className="min-w-0 flex-1">The built-in agent thinks with the model in use.</p>
      <button type="button" className="button" onClick={() => show('built-in')}>
        Let the built-in agent act…
      </button>
    </section>
  )
}

const DAYS = [1, 7, 30, 90, 365]

/** How long what agents leave behind is kept. */
function Episodes(): ReactNode {
  const preferences = useOrrery((state) => state.preferences)
  const { readPreferences, setEpisodeDays } = useActions()
  useEffect(() => void readPreferences(), [readPreferences])
  if (!preferences) return null
  const { episodeDays } = preferences
  const choices = episodeDays === null ? DAYS : [...new Set([...DAYS, episodeDays])].toSorted((a, b) => a - b)
  return (
    <SelectField
      label="Remove episodes"
      hint="Branches that agents began for themselves, after their last step. Those that you renamed or acted in stay."
      className="max-w-96"
      value={episodeDays ?? 'never'}
      onText={(text) => void setEpisodeDays(text === 'never' ? null : Number(text))}
    >
      {choices.map((days) => (
        <option key={days} value={days}>
          after {days === 1 ? 'a day' : `${days} days`}
        </option>
      ))}
      <option value="never">never</option>
    </SelectField>
  )
}

// Within what helped every agent (Word2World, section 7.1: 2 to 10).
const PREVIEWS = 4

function NewLink(): ReactNode {
  const world = useOrrery((state) => state.world)
  const { makeLink } = useActions()
  const [forks, setForks] = useState(false)
  const [previews, setPreviews] = useState(false)
  const id = useId()
  if (!world) return null
  return (
    <section
      aria-label="New link"
      className="flex flex-wrap items-center gap-4 rounded-lg border border-line px-4 py-3"
    >
      <p className="min-w-0 flex-1">
        A link to <strong className="font-medium">{world.session.title}</strong>
        {world.rows.length > 0 && `, from step ${world.rows.length} on`}
      </p>
      <label htmlFor={id} className="flex items-center gap-2">
        <input id={id} type="checkbox" checked={forks} onChange={({ target }) => setForks(target.checked)} />
        The agent may fork the world
      </label>
      <label htmlFor={`${id}-previews`} className="flex items-center gap-2">
        <input
          id={`${id}-previews`}
          type="checkbox"
          checked={previews}
          onChange={({ target }) => setPreviews(target.checked)}
        />
        The agent may preview, {PREVIEWS} times a step
      </label>
      <button
        type="button"
        className="button-primary"
        onClick={() => void makeLink({ forks, previews: previews ? PREVIEWS : 0 })}
      >
        Make a link
      </button>
    </section>
  )
}
