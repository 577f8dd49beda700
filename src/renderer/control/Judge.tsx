// A model as a judge: who it is, whether its calibration holds, and the curve that says so.
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { ExportInput } from '../../core/contract/formats.ts'
import type { RunJudge } from '../../core/control/ask-judge.ts'
import type { Calibration } from '../../core/control/judging/calibration.ts'
import { LineField, SelectField } from '../fields.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import type { JudgedChoice } from '../store/judging.ts'
import { Progress, Refusal } from '../ui.tsx'
import { useKept } from '../unsaved.ts'

interface Props {
  /** What the button says. */
  submit: string
  /** Whose predictions are scored by a judge that holds; `null`: it is calibrated alone. */
  exported: Pick<ExportInput, 'sessions' | 'branch'> | null
  onJudged?(judged: JudgedChoice | null): void
}

const SERVER = 'server'

export function Judge({ submit, exported, onJudged }: Props): ReactNode {
  const { judge } = useActions()
  const inUse = useOrrery((state) => state.engine?.model ?? null)
  const models = useOrrery((state) => state.models)
  const others = (models ?? []).filter(({ id, path, embeds }) => path !== null && !embeds && id !== inUse)
  const [chosen, setChosen] = useState(inUse ?? others[0]?.id ?? SERVER)
  const [server, setServer] = useKept('judge', { baseUrl: '', model: '' })
  const [running, setRunning] = useState<{ stop: AbortController; done: number; total: number } | null>(null)
  const [found, setFound] = useState<{ by: string; judged: JudgedChoice } | { message: string } | null>(null)
  const stop = running?.stop
  useEffect(() => () => stop?.abort(), [stop])
  const wanted = chosen === SERVER ? server : { model: chosen }
  const ready = chosen !== SERVER || (server.model.trim() !== '' && URL.canParse(server.baseUrl))
  const renew = () => {
    setFound(null)
    onJudged?.(null)
  }
  const ask = async () => {
    const stop = new AbortController()
    const onProgress = (done: number, total: number) => setRunning({ stop, done, total })
    const who: RunJudge = { ...wanted, votes: VOTES }
    renew()
    onProgress(0, 0)
    const answer = await judge(who, exported, { signal: stop.signal, onProgress })
    setRunning((now) => (now?.stop === stop ? null : now))
    if (!answer) return
    setFound('message' in answer ? answer : { by: who.model, judged: answer })
    if (!('message' in answer)) onJudged?.(answer)
  }
  // The form around this has a button of its own, which Enter here would press.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (ready && running === null) void ask()
  }
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        onKeyDown={onKeyDown}
        label="Judge"
        hint={`Asked ${VOTES} times each. What was answered before is not asked again.`}
        className="max-w-96"
        value={chosen}
        disabled={running !== null}
        onText={(text) => {
          setChosen(text)
          renew()
        }}
        options={[
          ...(inUse === null ? [] : [[inUse, `${inUse}, in use`] as const]),
          ...others.map(({ id, title }) => [id, title] as const),
          [SERVER, 'A model of a server']
        ]}
      />
      {chosen === SERVER && (
        <Server value={server} disabled={running !== null} {...{ onKeyDown }} onChange={setServer} onRenew={renew} />
      )}
      {running ? (
        <div className="flex items-center gap-3">
          <Progress label="Judging" value={running.total ? running.done / running.total : null} />
          <button type="button" className="button h-7" onClick={() => running.stop.abort()}>
            Stop
          </button>
        </div>
      ) : (
        <button type="button" className="button h-7 self-start" disabled={!ready} onClick={() => void ask()}>
          {submit}
        </button>
      )}
      {found && 'message' in found && <Refusal text={found.message} />}
      {found && 'judged' in found && <Curve by={found.by} calibration={found.judged.calibration} />}
    </div>
  )
}

// As on the command line: an odd number, so that most are of one mind.
const VOTES = 3

function Server(props: {
  value: { baseUrl: string; model: string }
  disabled: boolean
  onKeyDown(event: KeyboardEvent): void
  onChange(value: { baseUrl: string; model: string }): void
  onRenew(): void
}): ReactNode {
  const { value, disabled, onKeyDown } = props
  const field = { disabled, onKeyDown }
  const change = (part: Partial<typeof value>) => {
    props.onChange({ ...value, ...part })
    props.onRenew()
  }
  return (
    <div className="grid gap-3 min-[700px]:grid-cols-2">
      <LineField
        label="Address of the server"
        hint="The turns that are judged are sent to it."
        placeholder="http://localhost:8000/v1"
        inputMode="url"
        {...field}
        value={value.baseUrl}
        onText={(baseUrl) => change({ baseUrl })}
      />
      <LineField label="Model there" {...field} value={value.model} onText={(model) => change({ model })} />
    </div>
  )
}

/** Scores of true observations that were corrupted, from right in another layout to nothing of it. */
function Curve({ by, calibration }: { by: string; calibration: Calibration }): ReactNode {
  const { curve, holds, why, spearman } = calibration
  return (
    <div className="flex flex-col gap-2">
      <p role="status">
        {by} {holds ? 'holds' : 'does not hold'} its calibration. {why}
        {spearman.value !== null && ` Spearman of severity and score: ${spearman.value.toFixed(2)}.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too */}
      <section className="overflow-x-auto" aria-label="Calibration curve" tabIndex={0}>
        <table className="w-full text-left">
          <caption className="heading mb-1.5 text-left">True observations with a known fault, scored 0 to 100</caption>
          <thead className="text-muted text-xs">
            <tr>
              {['Severity', 'Fault', 'Items', 'Score'].map((name) => (
                <th key={name} scope="col" className="pr-4 font-normal">
                  {name}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {curve.map(({ name, severity, items, missing, score, low, high }) => (
              <tr key={name} className="border-line border-t">
                <td className="py-1 pr-4 tabular-nums">{severity}</td>
                <th scope="row" className="pr-4 font-medium">
                  {name}
                </th>
                <td className="whitespace-nowrap pr-4 tabular-nums">
                  {items}
                  {missing > 0 && <span className="text-muted"> ({missing} missing)</span>}
                </td>
                <td className="whitespace-nowrap pr-4 tabular-nums">
                  {score?.toFixed(1) ?? '–'}
                  {low !== null && high !== null && (
                    <span className="text-muted text-xs">
                      {' '}
                      [{low.toFixed(1)}, {high.toFixed(1)}]
                    </span>
                  )}
                </td>
                <td className="w-1/3" aria-hidden>
                  <span className="block h-2 rounded-full bg-accent" style={{ width: `${score ?? 0}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
