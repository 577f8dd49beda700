// What the model says beside the observation while a step runs: its answer to the ground, or its prediction for comparison.
import { Sparkles } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { labelHere, type OpenWorld, type Run } from '../store/data.ts'
import { AnswerNow } from './AnswerNow.tsx'

export function ModelText({ world, run, kind }: { world: OpenWorld; run: Run; kind: 'dream' | 'check' }): ReactNode {
  const text = run.predicted ?? ''
  const scroller = useRef<HTMLPreElement>(null)
  const title = useId()
  // The end of the text stays in sight.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [text])
  const of = kind === 'dream' ? (run.dream?.of ?? '') : labelHere(world, run.action)
  return (
    <section aria-labelledby={title} className="rounded-md border border-accent/50 border-dashed bg-raised">
      <div className="flex items-center gap-2.5 py-1.5 pr-1.5 pl-3">
        <Sparkles size={15} aria-hidden className="shrink-0 text-accent" />
        <p id={title} className="min-w-0 flex-1 truncate">
          {kind === 'dream' ? 'Asking the model: ' : 'The model’s prediction of '}
          <code className="font-mono">{of}</code>
          {kind === 'dream' && run.dream && <span className="text-muted"> · rule {run.dream.rule}</span>}
        </p>
        {text === '' && run.thinking !== '' && <AnswerNow />}
      </div>
      {text !== '' && (
        <pre
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words border-accent/50 border-t border-dashed px-3 py-2 font-mono text-muted text-xs"
        >
          {text}
        </pre>
      )}
      <p className="border-accent/50 border-t border-dashed px-3 py-1 text-muted text-xs">
        {kind === 'dream'
          ? 'This is not the observation yet: the world takes it in first.'
          : 'The executed answer below counts. Cancel discards the step.'}
      </p>
    </section>
  )
}
