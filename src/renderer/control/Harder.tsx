// A harder variant of a scenario, from the runs of one name: what each way of making it harder came to, and the one that the audit admits.
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Harder as Tried } from '../../core/control/evolution.ts'
import type { ScenarioGroup } from '../../core/control/summary.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Progress, Refusal } from '../ui.tsx'
import { Preview } from '../WorkDialog.tsx'

interface Props {
  /** The name of the run of scenarios. */
  run: string
  group: ScenarioGroup
  onEdit(name: string): void
  onClose(): void
}

export function Harder({ run, group, onEdit, onClose }: Props): ReactNode {
  const { harderVariant, keepScenario } = useActions()
  const scenarios = useOrrery((state) => state.scenarios)
  const [tried, setTried] = useState<Tried[]>([])
  const [busy, setBusy] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const { scenario } = group
  useEffect(() => {
    const stop = new AbortController()
    setTried([])
    setProblem(null)
    setBusy(true)
    const on = (one: Tried) => setTried((all) => [...all, one])
    void harderVariant({ scenario, run }, { signal: stop.signal, on }).then((refusal) => {
      if (stop.signal.aborted) return
      setProblem(refusal?.message ?? null)
      setBusy(false)
    })
    return () => stop.abort()
  }, [scenario, run, harderVariant])
  const found = tried.find(({ refused }) => refused === null)
  const name = found?.scenario?.name
  const taken = scenarios.some((one) => one.own && one.name === name)
  const keep = async () => {
    if (!found || name === undefined) return
    if (await keepScenario({ name, text: found.text, fresh: false })) onEdit(name)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={`${id}title`} className="font-semibold text-base">
            {group.title}: a harder variant
          </h3>
          <p className="text-muted text-xs">
            Made where 20 to 80 % of the runs pass, one way at a time, until the audit admits one. No model is asked.
          </p>
        </div>
        <button type="button" className="button" onClick={onClose}>
          Back to the results
        </button>
      </div>
      <Refusal text={problem} />
      {busy && <Progress label="Ways tried" value={null} />}
      {tried.length > 0 && (
        <ul aria-label="Ways of making it harder" className="flex flex-col gap-1.5">
          {tried.map((one) => (
            <Way key={one.way} tried={one} />
          ))}
        </ul>
      )}
      {!busy && problem === null && !found && <p role="status">No way of making it harder was admitted.</p>}
      {found && (
        <>
          <Preview text={found.text} />
          <div className="flex flex-wrap items-center justify-end gap-2">
            {taken && (
              <span role="status" className="text-muted text-xs">
                You already have a scenario “{name}”. Saving replaces it.
              </span>
            )}
            <button type="button" className="button-primary" onClick={() => void keep()}>
              {taken ? 'Replace and edit' : 'Save as yours and edit'}
            </button>
          </div>
        </>
      )}
    </div>
  )
}

function Way({ tried: { way, how, refused } }: { tried: Tried }): ReactNode {
  const Icon = refused === null ? CircleCheck : CircleX
  return (
    <li className="flex items-start gap-2">
      <Icon size={14} aria-hidden className={`mt-1 shrink-0 ${refused === null ? 'text-ok' : 'text-muted'}`} />
      <span className="min-w-0 break-words">
        <span className="font-medium">{way}</span> {refused === null ? 'admitted' : 'refused'}
        {how && `: ${how}`}
        {refused !== null && <span className="block text-muted text-xs">{refused}</span>}
      </span>
    </li>
  )
}
