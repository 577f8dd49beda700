// A tool's form: its arguments as fields or as JSON, what will be sent, and what is wrong with it before it is sent.
import { Play, RotateCcw, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { Tool } from '../../../core/model.ts'
import type { Json } from '../../../core/ports.ts'
import { toAction } from './calls.ts'
import { Field } from './Field.tsx'
import { isObject, startValue } from './fields.ts'
import { promisesOf } from './find.ts'
import { JsonText } from './JsonText.tsx'
import { type Problem, placeOf, problemsOf } from './problems.ts'
import { Scroll } from './Scroll.tsx'
import { Switch } from './Switch.tsx'

export interface ToolCallProps {
  tool: Tool
  /** The world has no tool of this name: a call of it can still be sent. */
  unknown: boolean
  args: Json
  busy: boolean
  /** Whether it is a call at all: arguments that are no object cannot even be sent. */
  sendable: boolean
  /** What a real server answers to these arguments without a model being asked, or `null`. */
  certain: string | null
  onArgs(args: Json): void
  onCall(): void
}

export function ToolCall(props: ToolCallProps): ReactNode {
  const { tool, args, busy, onArgs } = props
  const [mode, setMode] = useState<'form' | 'json'>('form')
  const [broken, setBroken] = useState(false)
  // After a try, what is missing is said as loudly as what is wrong.
  const [strict, setStrict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const editor = useId()
  const problems = useMemo(() => problemsOf(tool, args), [tool, args])
  const fits = problems.length === 0 && !props.unknown
  const unread = (mode === 'json' && broken) || !props.sendable

  const call = () => {
    if (busy || unread) return
    if (fits) return props.onCall()
    setStrict(true)
    // A frame later the fields say what is wrong.
    requestAnimationFrame(() => {
      const first = form.current?.querySelector('[aria-invalid="true"]') ?? form.current?.querySelector('[data-anyway]')
      if (first instanceof HTMLElement) first.focus()
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const chord = event.ctrlKey || event.metaKey
    const { target } = event
    const oneLine =
      (target instanceof HTMLTextAreaElement && target.dataset.lines === 'false' && !event.shiftKey) ||
      target instanceof HTMLInputElement
    if (event.defaultPrevented || !(chord || oneLine)) return
    event.preventDefault()
    event.stopPropagation()
    call()
  }
  return (
    <form
      ref={form}
      aria-label={`Call ${tool.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        call()
      }}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <Head tool={tool} unknown={props.unknown} />
        <div className="mt-3 mb-2 flex items-center gap-2">
          <h3 className="heading flex-1">Arguments</h3>
          <button
            type="button"
            aria-label="Clear the arguments"
            title="Clear the arguments"
            className="icon-button size-6"
            onClick={() => {
              setStrict(false)
              onArgs(startArguments(tool))
            }}
          >
            <RotateCcw size={13} aria-hidden />
          </button>
          <Switch
            label="Arguments as"
            options={[
              ['form', 'Form'],
              ['json', 'JSON']
            ]}
            value={mode}
            onChange={(next) => {
              setMode(next)
              setBroken(false)
            }}
          />
        </div>
        {mode === 'json' ? (
          <div className="flex flex-col gap-1">
            <JsonText
              id={editor}
              label="Arguments as JSON"
              tall
              value={args}
              described={undefined}
              wrong={false}
              onChange={(read) => {
                setBroken(!read.ok)
                if (read.ok) onArgs(read.value ?? {})
              }}
            />
          </div>
        ) : (
          <Arguments tool={tool} args={args} problems={problems} strict={strict} onArgs={onArgs} />
        )}
      </div>
      <Sending {...props} problems={problems} fits={fits} unread={unread} beside={mode === 'form'} loud={strict} />
    </form>
  )
}

/** The arguments a tool's form starts from. */
export function startArguments(tool: Tool): Json {
  return startValue({ type: 'object', ...tool.inputSchema }, tool.inputSchema) ?? {}
}

function Head({ tool, unknown }: { tool: Tool; unknown: boolean }): ReactNode {
  return (
    <header className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="min-w-0 break-all font-mono font-semibold text-base">{tool.name}</h2>
        {promisesOf(tool).map(({ short, long, tone }) => (
          <span
            key={short}
            title={long}
            className={`rounded-full border px-2 text-xs leading-5 ${tone === 'alarm' ? 'border-danger/50 text-danger' : 'border-line text-muted'}`}
          >
            {short}
          </span>
        ))}
      </div>
      {tool.title && <p className="font-medium">{tool.title}</p>}
      {tool.description && <Description text={tool.description} />}
      {unknown && (
        <p className="text-danger text-xs">
          This world has no tool of this name. It can still be called, as an agent may.
        </p>
      )}
    </header>
  )
}

// Three lines say what a tool is for; some come with a page.
const LONG_DESCRIPTION = 240

function Description({ text }: { text: string }): ReactNode {
  const [whole, setWhole] = useState(false)
  const long = text.length > LONG_DESCRIPTION || text.split('\n').length > 4
  return (
    <div className="text-muted">
      <p className={`whitespace-pre-line break-words ${long && !whole ? 'line-clamp-3' : ''}`}>{text}</p>
      {long && (
        <button type="button" aria-expanded={whole} className="link text-xs" onClick={() => setWhole(!whole)}>
          {whole ? 'Less' : 'More'}
        </button>
      )}
    </div>
  )
}

function Arguments(props: {
  tool: Tool
  args: Json
  problems: readonly Problem[]
  strict: boolean
  onArgs(args: Json): void
}): ReactNode {
  const { tool, args } = props
  const root = tool.inputSchema
  const none = isObject(root.properties) && Object.keys(root.properties).length === 0 && isObject(args)
  if (none && Object.keys(args).length === 0 && !isObject(root.additionalProperties)) {
    return <p className="text-muted">This tool takes no arguments.</p>
  }
  return (
    <Field
      key={tool.name}
      name="arguments"
      bare
      schema={{ type: 'object', ...root }}
      root={root}
      value={args}
      required
      path={[]}
      problems={props.problems}
      strict={props.strict}
      onChange={(next) => props.onArgs(next ?? {})}
    />
  )
}

const NOT_A_CALL = 'Arguments are a JSON object'
// A server's error can be a page; its first lines say what it is.
const HINT_CHARACTERS = 2_000
const FIRST_LINE = 120

function Sending(
  props: ToolCallProps & {
    problems: readonly Problem[]
    fits: boolean
    unread: boolean
    beside: boolean
    loud: boolean
  }
): ReactNode {
  const { tool, args, busy, problems, fits, unread, certain } = props
  const wrong = problems.filter((problem) => !problem.missing)
  const missing = problems.filter((problem) => problem.missing)
  const alarm = wrong.length > 0 || props.unknown || (props.loud && missing.length > 0)
  // In a form each stands beside its field already.
  const said = props.beside
    ? wrong.length > 0 && !props.unknown
      ? [`Does not fit: ${wrong.map(({ path }) => placeOf(path)).join(', ')}`]
      : []
    : wrong.map(({ path, text }) => `${placeOf(path)}: ${text}`).slice(0, 3)
  return (
    <div className="flex shrink-0 flex-col gap-2 border-line border-t bg-panel px-4 py-2.5">
      <div className="flex items-baseline gap-2">
        <span className="shrink-0 text-muted text-xs">Will be sent</span>
        <Scroll label="Action as it will be sent" className="max-h-12 min-w-0 flex-1">
          <pre className="whitespace-pre-wrap break-all font-mono text-ink text-xs">
            {JSON.stringify(toAction(tool.name, args))}
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
            <p className="break-words">Still needed: {missing.map(({ path }) => placeOf(path)).join(', ')}</p>
          )}
          {alarm && certain !== null && (
            <details className="rounded-md border border-danger/40 bg-danger/8 px-2.5 py-1 text-ink">
              <summary className="truncate rounded" title="No model is asked: this is certain">
                <TriangleAlert size={13} aria-hidden className="mr-1.5 inline align-[-2px] text-danger" />
                The server will answer: <span className="font-mono">{certain.slice(0, FIRST_LINE)}</span>
              </summary>
              <p className="mt-1 text-muted">No model is asked. All of it:</p>
              <pre className="max-h-32 overflow-y-auto whitespace-pre-wrap break-words font-mono">
                {certain.slice(0, HINT_CHARACTERS)}
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
          <span className="truncate">Call {tool.name}</span>
        </button>
        {!fits && (
          <button type="button" data-anyway disabled={busy || unread} className="button" onClick={props.onCall}>
            Send anyway
          </button>
        )}
        <span className="min-w-0 flex-1 truncate text-right text-muted text-xs">
          {busy ? 'An answer is coming' : unread ? NOT_A_CALL : fits && <kbd className="kbd">Ctrl+Enter</kbd>}
        </span>
      </div>
    </div>
  )
}
