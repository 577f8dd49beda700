// The foot of a tool's form: what will be sent, what is wrong with it and what would come of it, and the way to send it.
import { Play, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { visible } from '../../../core/text/visible.ts'
import { shown, toAction } from './calls.ts'
import { type FieldProblem, placeOf } from './problems.ts'
import { Scroll } from './results/Scroll.tsx'
import type { ToolCallProps } from './ToolCall.tsx'

const EARLY = 'Not sent: a step is still running. Send it when the step is done.'
const NOT_A_CALL = 'Arguments are a JSON object'
// A server's error can be a page; its first lines say what it is.
const HINT_CHARACTERS = 2_000
const FIRST_LINE = 120

export function Sending(
  props: ToolCallProps & {
    problems: readonly FieldProblem[]
    fits: boolean
    unread: boolean
    beside: boolean
    loud: boolean
    /** It was asked for while an answer is still coming. */
    early: boolean
  }
): ReactNode {
  const { tool, args, busy, problems, fits, unread, certain } = props
  const wrong = problems.filter((problem) => !problem.missing)
  const missing = problems.filter((problem) => problem.missing)
  const alarm = wrong.length > 0 || props.unknown || (props.loud && missing.length > 0)
  // In a form each is already shown beside its field.
  const said = props.beside
    ? wrong.length > 0 && !props.unknown
      ? [`Does not match the schema: ${wrong.map(({ path }) => placeOf(path)).join(', ')}`]
      : []
    : wrong.map(({ path, text }) => `${placeOf(path)}: ${text}`).slice(0, 3)
  return (
    <div className="tool-sending flex shrink-0 flex-col gap-2 border-line border-t bg-panel px-4 py-2.5">
      <div className="flex items-baseline gap-2">
        <span className="shrink-0 text-muted text-xs">Will be sent</span>
        <Scroll label="Action as it will be sent" className="tool-sent max-h-12 min-w-0 flex-1">
          <pre className="whitespace-pre-wrap break-all font-mono text-ink text-xs">
            {shown(toAction(tool.name, args))}
          </pre>
        </Scroll>
      </div>
      {!fits && (
        <div role="status" className={`flex flex-col gap-1 text-xs ${alarm ? 'text-danger' : 'text-muted'}`}>
          {said.map((line) => (
            <p key={line} className="break-words">
              {line}
            </p>
          ))}
          {missing.length > 0 && (
            <p className="break-words">Missing: {missing.map(({ path }) => placeOf(path)).join(', ')}</p>
          )}
          {alarm && certain !== null && (
            <details className="rounded-md border border-danger/40 bg-danger/8 px-2.5 py-1 text-ink">
              <summary className="truncate rounded" title="Answered without a model">
                <TriangleAlert size={13} aria-hidden className="mr-1.5 inline align-[-2px] text-danger" />
                The server will answer: <span className="font-mono">{visible(certain.slice(0, FIRST_LINE))}</span>
              </summary>
              <p className="mt-1 text-muted">Answered without a model. Full answer:</p>
              <pre className="max-h-32 overflow-y-auto whitespace-pre-wrap break-words font-mono">
                {visible(certain.slice(0, HINT_CHARACTERS))}
              </pre>
            </details>
          )}
        </div>
      )}
      <div className="flex items-center gap-3">
        <button
          type="submit"
          disabled={busy || unread}
          className="button-primary min-w-0"
          aria-keyshortcuts="Control+Enter"
        >
          <Play size={14} aria-hidden className="shrink-0" />
          <span className="truncate">Call {visible(tool.name)}</span>
        </button>
        {!fits && (
          <button type="button" data-anyway disabled={busy || unread} className="button" onClick={props.onCall}>
            Send anyway
          </button>
        )}
        <span role="status" className="min-w-0 flex-1 text-right text-muted text-xs">
          {props.early && busy ? EARLY : busy ? 'A step is running' : unread ? NOT_A_CALL : null}
          {fits && !busy && !unread && <kbd className="kbd">Ctrl+Enter</kbd>}
        </span>
      </div>
    </div>
  )
}
