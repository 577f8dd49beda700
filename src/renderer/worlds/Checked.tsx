// Predict and check: the model's prediction beside what was executed, and how near it comes in this world.
import { CircleCheck, Diff } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { CheckScore, Prediction } from '../../core/tree/model.ts'
import { type Compared, compare } from '../compare.ts'
import { count, counted, percent } from '../words.ts'

// Enough to judge by; a listing of a whole disk is not.
const FIRST = 200

export function Checked(props: { executed: string; predicted: Prediction; score: CheckScore | null }): ReactNode {
  const { executed, predicted, score } = props
  const lines = useMemo(() => compare(executed, predicted.text), [executed, predicted.text])
  const same = lines.every(({ kind }) => kind === 'same' || kind === 'skipped')
  const Icon = predicted.exact ? CircleCheck : Diff
  return (
    <section aria-label="Predict and check" className="mt-4">
      <h3 className="heading mb-1.5">Predict and check</h3>
      <p className="flex items-center gap-2">
        <Icon size={14} aria-hidden className={`shrink-0 ${predicted.exact ? 'text-ok' : 'text-danger'}`} />
        <span>
          {predicted.exact ? 'The prediction is exact' : `The prediction is ${percent(predicted.similarity)} similar`}
          <span className="text-muted">, {predicted.model.name}</span>
        </span>
      </p>
      {same ? (
        <p className="mt-1 text-muted">Prediction and executed answer have the same lines.</p>
      ) : (
        <Comparison lines={lines} predicted="predicted" />
      )}
      {score && <Score score={score} />}
    </section>
  )
}

/** What a recorded step showed, as it would have to change to be what the machine shows when it is done again. */
export function Diverged({ recorded, again }: { recorded: string; again: string }): ReactNode {
  const lines = useMemo(() => compare(again, recorded), [again, recorded])
  return (
    <section aria-label="Diverged" className="mt-4">
      <h3 className="heading mb-1.5">Diverged</h3>
      <p>
        {again
          ? 'The machine did this step again to go on from it, and shows something else. The step stays as it was recorded.'
          : 'The machine could not do this step again.'}
      </p>
      {again && <Comparison lines={lines} predicted="recorded" />}
    </section>
  )
}

/** @param predicted what the side is called that was not executed */
function Comparison({ lines, predicted }: { lines: Compared[]; predicted: string }): ReactNode {
  const [most, setMost] = useState(FIRST)
  return (
    <>
      <p className="mt-1.5 flex gap-4 text-muted text-xs">
        <span>
          <b className="font-mono text-danger">−</b> {predicted}
        </span>
        <span>
          <b className="font-mono text-ok">+</b> executed
        </span>
      </p>
      <Lines lines={lines.slice(0, most)} predicted={predicted} />
      {lines.length > most && (
        <button type="button" className="link mt-1 text-xs" onClick={() => setMost(most + 10 * FIRST)}>
          Show {count(lines.length - most)} more
        </button>
      )}
    </>
  )
}

/** The world's running score. */
function Score({ score: { checked, exact, similarity } }: { score: CheckScore }): ReactNode {
  return (
    <p className="mt-2 text-muted tabular-nums">
      In this world: {counted(checked, 'step')} checked, <b className="font-medium text-ink">{percent(exact)}</b> exact,
      mean similarity <b className="font-medium text-ink">{percent(similarity)}</b>.
    </p>
  )
}

const SIDES = {
  predicted: {
    sign: '−',
    tone: 'bg-danger/10',
    mark: 'bg-danger/25 decoration-danger',
    ink: 'text-danger'
  },
  executed: { sign: '+', tone: 'bg-ok/12', mark: 'bg-ok/30 decoration-ok', ink: 'text-ok' }
} as const

function Lines({ lines, predicted }: { lines: Compared[]; predicted: string }): ReactNode {
  return (
    <section
      aria-label="Differences"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-1 max-h-96 overflow-auto rounded-md border border-line bg-field py-1 font-mono text-xs leading-[18px]"
    >
      {lines.map((line, index) => (
        <Line key={index} line={line} predicted={predicted} />
      ))}
    </section>
  )
}

function Line({ line, predicted }: { line: Compared; predicted: string }): ReactNode {
  if (line.kind === 'skipped') {
    return <p className="px-2.5 text-muted italic">{counted(line.lines, 'equal line')}</p>
  }
  if (line.kind === 'same') {
    return <p className="whitespace-pre-wrap break-words pr-2.5 pl-7">{line.text || ' '}</p>
  }
  const { sign, tone, mark, ink } = SIDES[line.kind]
  const name = line.kind === 'predicted' ? predicted : 'executed'
  return (
    <p className={`flex gap-2 whitespace-pre-wrap break-words px-2.5 ${tone}`}>
      <span className={`w-2.5 shrink-0 select-none font-bold ${ink}`}>
        <span aria-hidden>{sign}</span>
        <span className="sr-only">{name}: </span>
      </span>
      <span className="min-w-0 flex-1">
        {line.pieces.map(({ text, differs }, index) =>
          differs ? (
            <mark key={index} className={`rounded-sm text-ink underline underline-offset-2 ${mark}`}>
              {text}
            </mark>
          ) : (
            <span key={index}>{text}</span>
          )
        )}
      </span>
    </p>
  )
}
