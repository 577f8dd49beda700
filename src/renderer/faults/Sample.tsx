// What a perturbation does to one of its examples: what was observed, and what is observed with it.
import { type ReactNode, useId, useState } from 'react'
import type { PerturbationRow } from '../../core/contract/perturbations.ts'
import { findDomain } from '../../core/domains/index.ts'
import type { PerturbationUse } from '../../core/tree/model.ts'
import { type Compared, compare } from '../compare.ts'
import { useLoaded } from '../loaded.ts'
import { useActions } from '../store/index.ts'
import type { PreviewOutput } from '../store/perturbations.ts'
import { Refusal } from '../ui.tsx'

// Options change with every key.
const PAUSE_MS = 200

export function Sample(props: { row: PerturbationRow; use: PerturbationUse; domain: string | null }): ReactNode {
  const { row, use, domain } = props
  const { previewPerturbation } = useActions()
  const usual = Math.max(
    0,
    row.examples.findIndex((one) => one.domain === domain)
  )
  const [example, setExample] = useState(usual)
  const id = useId()
  const asked = JSON.stringify({ use: { name: use.name, options: use.options }, example })
  const preview = () => previewPerturbation(JSON.parse(asked))
  const { found: seen, problem } = useLoaded<PreviewOutput>(preview, [asked, previewPerturbation], PAUSE_MS)
  return (
    <section aria-labelledby={`${id}title`} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 id={`${id}title`} className="heading flex-1">
          On a sample
        </h4>
        {row.examples.length > 1 && (
          <select
            aria-label="Sample"
            className="field w-auto py-0.5 text-xs"
            value={example}
            onChange={(event) => setExample(Number(event.target.value))}
          >
            {row.examples.map((one, index) => (
              <option key={index} value={index}>
                {index + 1}. {findDomain(one.domain).title}
              </option>
            ))}
          </select>
        )}
      </div>
      <Refusal text={problem} />
      {seen && <Seen seen={seen} />}
    </section>
  )
}

function Seen({ seen: { turns, before, after, told, firing } }: { seen: PreviewOutput }): ReactNode {
  const earlier = turns.slice(0, -1)
  return (
    <>
      {earlier.length > 0 && (
        <p className="text-muted text-xs">
          After{' '}
          {earlier.map(({ action }, index) => (
            <span key={index}>
              {index > 0 && ', '}
              <code className="font-mono">{brief(action)}</code>
            </span>
          ))}
        </p>
      )}
      <div className="overflow-hidden rounded-md border border-line">
        <p className="border-line border-b bg-raised px-3 py-1.5">
          <code className="break-words font-mono text-xs">{brief(turns.at(-1)?.action ?? '')}</code>
        </p>
        <Difference before={before} after={after} />
      </div>
      {told.length > 0 && (
        <div className="flex flex-col gap-1">
          <p className="text-muted text-xs">The model is told:</p>
          {told.map((text) => (
            <blockquote key={text} className="whitespace-pre-wrap border-accent border-l-2 pl-3">
              {text}
            </blockquote>
          ))}
        </div>
      )}
      <p className="text-muted text-xs">{firing ? firing.detail : 'With these options it leaves this sample alone.'}</p>
    </>
  )
}

/** Lines that go are marked with a minus, those that come with a plus. */
function Difference({ before, after }: { before: string; after: string }): ReactNode {
  const lines: Compared[] =
    before === after ? [{ kind: 'same', text: before || '(nothing is observed)' }] : compare(after, before)
  return (
    <section
      aria-label="The observation without it, and with it"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto bg-field py-1.5 font-mono text-xs leading-5"
    >
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </section>
  )
}

function Line({ line }: { line: Compared }): ReactNode {
  if (line.kind === 'skipped') return <p className="px-3 text-muted">… {line.lines} lines</p>
  if (line.kind === 'same') return <p className="whitespace-pre-wrap break-words py-px pr-3 pl-7">{line.text || ' '}</p>
  const gone = line.kind === 'predicted'
  return (
    <p
      className={`flex whitespace-pre-wrap break-words px-3 py-px ${gone ? 'bg-danger/8 text-muted' : 'bg-accent/10'}`}
    >
      <span aria-hidden className="w-4 shrink-0">
        {gone ? '−' : '+'}
      </span>
      <span className="sr-only">{gone ? 'Without: ' : 'With: '}</span>
      <span className="min-w-0 flex-1">
        {line.pieces.map(({ text, differs }, index) =>
          differs ? (
            <b key={index} className={gone ? 'font-normal line-through' : 'font-semibold'}>
              {text}
            </b>
          ) : (
            text
          )
        )}
      </span>
    </p>
  )
}

const brief = (action: string): string => (action.length > 160 ? `${action.slice(0, 160)}…` : action)
