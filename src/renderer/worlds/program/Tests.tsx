// The tests of the program: kept from steps, played without a model, saved with the version.
import { CircleCheck, CircleX, FlaskConical, Play, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ProgramTest } from '../../../core/tree/program.ts'
import { setup as rules, viewed } from '../../store/data.ts'
import { useActions } from '../../store/index.ts'
import type { TestResult } from '../../store/programs.ts'
import { Empty, IconButton, Progress, Refusal } from '../../ui.tsx'
import { count, counted } from '../../words.ts'
import { choiceOf, keyOf } from './draft.ts'
import type { ProgramParts } from './Program.tsx'
import { Text } from './Source.tsx'

export function Tests({ world, draft, problems, onChange }: ProgramParts): ReactNode {
  const { testOfStep, testProgram } = useActions()
  const [trouble, setTrouble] = useState<string | null>(null)
  const [running, setRunning] = useState<AbortController | null>(null)
  // Of the text and the tests as they were.
  const [played, setPlayed] = useState<{ of: string; results: TestResult[] } | null>(null)
  useEffect(() => () => running?.abort(), [running])
  const { tests } = draft
  const of = `${keyOf(draft)} ${JSON.stringify(tests)}`
  const results = played?.of === of ? played.results : []
  const at = viewed(world)
  const keep = async () => {
    if (at === null) return
    const kept = await testOfStep({ branch: world.branch, at })
    setTrouble('message' in kept ? kept.message : null)
    if (!('message' in kept)) onChange({ tests: [...tests, { ...kept, name: nameFor(kept.name, tests) }] })
  }
  const run = async () => {
    const stop = new AbortController()
    const found: TestResult[] = []
    setTrouble(null)
    setRunning(stop)
    setPlayed({ of, results: [] })
    const { program } = rules(world)
    const setup = {
      ...rules(world),
      program: { ...choiceOf(draft), hash: program?.hash ?? '', tests }
    }
    const problem = await testProgram(setup, {
      signal: stop.signal,
      on(result) {
        found.push(result)
        setPlayed({ of, results: [...found] })
      }
    })
    setRunning(null)
    setTrouble(problem?.message ?? null)
  }
  const passed = results.filter((one) => one.passed).length
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button h-7" disabled={at === null} onClick={() => void keep()}>
          <FlaskConical size={13} aria-hidden /> Keep {at === null ? 'a step' : `step ${count(world.at)}`} as a test
        </button>
        <button
          type="button"
          className="button h-7"
          disabled={!tests.length || running !== null || problems === null || problems.length > 0}
          onClick={() => void run()}
        >
          <Play size={13} aria-hidden /> Run {counted(tests.length, 'test')}
        </button>
      </div>
      {running && (
        <div className="flex items-center gap-3">
          <Progress label="Tests" value={results.length / tests.length} />
          <button type="button" className="button h-7" onClick={() => running.abort()}>
            Stop
          </button>
        </div>
      )}
      <p role="status" className={results.length ? '' : 'hidden'}>
        {passed} of {counted(results.length, 'test')} passed.
      </p>
      <Refusal text={trouble} />
      {tests.length === 0 ? (
        <Empty title="No tests yet">
          A test plays actions from the beginning of the world and compares what the last one shows and changes. Keep a
          step as one.
        </Empty>
      ) : (
        <ul aria-label="Tests" className="flex flex-col gap-1.5">
          {tests.map((test, index) => (
            <Test
              key={`${index} ${test.name}`}
              test={test}
              result={results.find((one) => one.index === index)}
              onName={(name) => onChange({ tests: tests.with(index, { ...test, name }) })}
              onRemove={() => onChange({ tests: tests.toSpliced(index, 1) })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function Test(props: {
  test: ProgramTest
  result: TestResult | undefined
  onName(name: string): void
  onRemove(): void
}): ReactNode {
  const { test, result } = props
  const { name, actions, observation, state = {} } = test
  const [typed, setTyped] = useState(name)
  const Mark = result?.passed ? CircleCheck : CircleX
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line bg-raised px-2.5 py-1.5">
      <div className="flex items-center gap-1.5">
        {result && (
          <Mark
            size={14}
            aria-label={result.passed ? 'Passed' : 'Failed'}
            className={`shrink-0 ${result.passed ? 'text-ok' : 'text-danger'}`}
          />
        )}
        <input
          aria-label={`Name of the test ${name}`}
          className="min-w-0 flex-1 rounded border border-transparent bg-transparent px-1 font-medium hover:border-line focus:border-line"
          value={typed}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => (typed.trim() ? typed !== name && props.onName(typed.trim()) : setTyped(name))}
        />
        <IconButton label={`Remove the test ${name}`} onClick={props.onRemove}>
          <Trash2 size={13} aria-hidden />
        </IconButton>
      </div>
      <p className="px-1 text-muted text-xs">
        {counted(actions.length, 'action')}; looks at {checksOf(observation, Object.keys(state).length)}
      </p>
      {result?.problem !== undefined && <p className="break-words px-1 text-danger text-xs">{result.problem}</p>}
      {result?.differences.map(({ of, expected, shown }) => (
        <div key={of} className="flex flex-col gap-1 px-1">
          <code className="break-all font-mono text-xs">{of}</code>
          <Text name="Expected" text={expected} />
          <Text name="Got" text={shown} />
        </div>
      ))}
    </li>
  )
}

function checksOf(observation: string | undefined, values: number): string {
  const parts = [observation !== undefined && 'what is shown', values > 0 && `${counted(values, 'value')} of the state`]
  return parts.filter(Boolean).join(' and ') || 'nothing'
}

/** Tests of one program have names of their own. */
function nameFor(name: string, tests: readonly ProgramTest[]): string {
  const taken = new Set(tests.map((one) => one.name))
  for (let number = 2, next = name; ; number++) {
    if (!taken.has(next)) return next
    next = `${name.slice(0, 190)} (${number})`
  }
}
