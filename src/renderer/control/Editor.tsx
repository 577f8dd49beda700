// One scenario as a text, with its problems inline, beside what it comes to.
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { AuditRow } from '../../core/control/audit.ts'
import type { ScenarioFile, ScenarioProblem } from '../../core/tree/scenario.ts'
import { useAsked } from '../loaded.ts'
import type { Checked } from '../store/control.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Progress, Refusal } from '../ui.tsx'
import { useKept, useUnsaved } from '../unsaved.ts'
import { whole } from '../words.ts'
import { About } from './About.tsx'
import { Audit } from './Audit.tsx'
import type { CodeEditor } from './code.ts'

// Typing pauses before the text is checked.
const PAUSE_MS = 250

// More are for the command line.
const MOST_TIMES = 1000

/** How often a run is asked for; `null` where the text is no such number. */
function timesOf(text: string): number | null {
  const times = whole(text)
  return times !== null && times >= 1 && times <= MOST_TIMES ? times : null
}

interface Props {
  name: string
  busy: boolean
  onSaved(name: string): void
  /** @param repeat how often, each time with a seed of its own */
  onRun(file: ScenarioFile, repeat: number): void
}

export function Editor({ name, busy, onSaved, onRun }: Props): ReactNode {
  const { readScenario, checkScenario, scenarioSchema, keepScenario, deleteScenario, askVaryScenario, auditScenario } =
    useActions()
  const scenarios = useOrrery((state) => state.scenarios)
  const box = useRef<HTMLDivElement>(null)
  const code = useRef<CodeEditor | null>(null)
  const [own, setOwn] = useState(false)
  const [kept, setKept] = useState<string | null>(null)
  const [text, setText] = useState<string | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [auditing, setAuditing] = useState<AbortController | null>(null)
  const [audited, setAudited] = useState<{ of: string | null; row: AuditRow } | null>(null)
  const [unsaved, keep] = useUnsaved<string>(`scenario ${name}`)
  const [times, setTimes] = useKept<string>('times', '1')
  const repeat = timesOf(times)
  const id = useId()
  const changed = text !== null && text !== kept
  const edit = (now: string) => {
    setText(now)
    keep(now === kept ? null : now)
  }
  const typed = useEffectEvent(edit)
  const left = useEffectEvent(() => unsaved)

  useEffect(() => () => auditing?.abort(), [auditing])
  const audit = async (file: ScenarioFile) => {
    const stop = new AbortController()
    setAuditing(stop)
    const row = await auditScenario(file, { signal: stop.signal })
    setAuditing(null)
    if (row && 'message' in row) setProblem(row.message)
    else setAudited(row && { of: text, row })
  }

  const revert = (to: string) => {
    code.current?.replace(to, false)
    edit(to)
  }

  const save = useEffectEvent(async () => {
    if (text === null) return
    // Whoever changes one of ours, or its name, gets one of their own.
    const wanted = checked?.scenario?.name ?? name
    const fresh = !(own && wanted === name) && scenarios.some((one) => one.own && one.name === wanted)
    if (!(await keepScenario({ name: wanted, text, fresh, from: name }))) return
    setKept(text)
    keep(null)
    setOwn(true)
    if (wanted !== name) onSaved(wanted)
  })

  useEffect(() => {
    let current = true
    const open = async () => {
      const [answer, { createCode }] = await Promise.all([readScenario(name), import('./code.ts')])
      if (!current || !box.current) return
      if ('message' in answer) return setProblem(answer.message)
      setOwn(answer.own)
      const text = left() ?? answer.text
      setKept(answer.text)
      setText(text)
      code.current = createCode(box.current, {
        ...{ text, readOnly: false, label: `Text of ${name}`, schema: scenarioSchema },
        onChange: typed,
        onSave: () => void save()
      })
    }
    void open()
    return () => {
      current = false
      code.current?.destroy()
      code.current = null
    }
  }, [name, readScenario, scenarioSchema])

  // What lies beside one of ours is copied with it when it is saved.
  useAsked(
    text === null ? null : () => checkScenario({ text, name }),
    (answer) => {
      if ('message' in answer) return setProblem(answer.message)
      setProblem(null)
      setChecked(answer)
      code.current?.problems(answer.problems)
    },
    [text, name, checkScenario],
    PAUSE_MS
  )

  // Warnings are for whoever wrote it; a run with errors would mislead.
  const file = checked?.problems.every(({ warning }) => warning) ? checked.scenario : null
  const ready = file !== null && repeat !== null && !busy
  return (
    <div className="grid min-w-0 gap-4 min-[1200px]:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-2">
        <div ref={box} className="h-[46vh] min-h-64 overflow-hidden rounded-md border border-line" />
        <Refusal text={problem} />
        <Problems problems={checked?.problems ?? []} onGo={({ line, column }) => code.current?.focusAt(line, column)} />
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-52 flex-1 text-muted text-xs">
            {own ? 'Yours.' : 'It comes with Orrery; saving makes a copy of your own.'} {changed && 'Not saved.'}
          </span>
          {own && (
            <button
              type="button"
              className={`button ${deleting ? 'border-danger text-danger' : ''}`}
              onClick={() => (deleting ? void deleteScenario(name) : setDeleting(true))}
              onBlur={() => setDeleting(false)}
            >
              {deleting ? 'Delete for good' : 'Delete'}
            </button>
          )}
          {changed && kept !== null && (
            <button type="button" className="button" onClick={() => revert(kept)}>
              Revert edits
            </button>
          )}
          <button type="button" className="button" disabled={!changed && own} onClick={() => void save()}>
            {own ? 'Save' : 'Save as yours'}
          </button>
          <button
            type="button"
            className="button"
            disabled={!file?.checks.length || busy || auditing !== null}
            onClick={() => file && void audit(file)}
          >
            Audit
          </button>
          <button
            type="button"
            className="button"
            disabled={!file || busy}
            onClick={() => file && askVaryScenario(file)}
          >
            Vary…
          </button>
          <form
            className="ml-auto flex items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (ready) onRun(file, repeat)
            }}
          >
            <label
              className="flex items-center gap-1.5 text-muted"
              title={`1 to ${MOST_TIMES}, each time with a seed of its own`}
            >
              Times
              <input
                className="field w-14 tabular-nums"
                inputMode="numeric"
                aria-invalid={repeat === null}
                value={times}
                onChange={({ target }) => setTimes(target.value)}
              />
            </label>
            <button type="submit" className="button-primary" disabled={!ready}>
              Run
            </button>
          </form>
        </div>
        {(auditing || audited?.of === text) && (
          <section aria-labelledby={`${id}audit`} className="mt-2">
            <h3 id={`${id}audit`} className="heading mb-1.5">
              Audit
            </h3>
            {auditing ? (
              <div className="flex items-center gap-3">
                <Progress label="Audit" value={null} />
                <button type="button" className="button" onClick={() => auditing.abort()}>
                  Stop
                </button>
              </div>
            ) : (
              <div role="status">{audited && <Audit row={audited.row} />}</div>
            )}
          </section>
        )}
      </div>
      <section aria-labelledby={`${id}about`} className="min-w-0">
        <h3 id={`${id}about`} className="heading mb-1.5">
          What it comes to
        </h3>
        {checked && <About checked={checked} />}
      </section>
    </div>
  )
}

function Problems(props: { problems: ScenarioProblem[]; onGo(problem: ScenarioProblem): void }): ReactNode {
  if (!props.problems.length) return null
  return (
    <ul aria-label="Problems" className="max-h-28 overflow-y-auto rounded-md border border-danger/50 bg-danger/8 py-1">
      {props.problems.map((problem) => (
        <li key={`${problem.file}:${problem.line}:${problem.column} ${problem.message}`}>
          <button
            type="button"
            className="w-full px-3 py-0.5 text-left hover:underline"
            onClick={() => props.onGo(problem)}
          >
            <span className="font-mono text-muted text-xs">
              {problem.line}:{problem.column}
            </span>{' '}
            {problem.warning && 'Warning: '}
            {problem.message}
          </button>
        </li>
      ))}
    </ul>
  )
}
