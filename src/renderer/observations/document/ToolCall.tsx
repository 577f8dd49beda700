// A tool's form: its arguments as fields or as JSON, what will be sent, and what is wrong with it before it is sent.

import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isObject } from '../../../core/text/json.ts'
import { visible } from '../../../core/text/visible.ts'
import type { Tool } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { Field } from './Field.tsx'
import { startValue } from './fields.ts'
import { promisesOf } from './find.ts'
import { JsonText } from './JsonText.tsx'
import { type FieldProblem, problemsOf } from './problems.ts'
import { Sending } from './Sending.tsx'
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
  // Enter was pressed while an answer was still coming.
  const [early, setEarly] = useState(false)
  if (early && !busy) setEarly(false)
  const form = useRef<HTMLFormElement>(null)
  const editor = useId()
  const problems = useMemo(() => problemsOf(tool, args), [tool, args])
  const fits = problems.length === 0 && !props.unknown
  const unread = (mode === 'json' && broken) || !props.sendable

  const call = () => {
    if (busy) return setEarly(true)
    if (unread) return
    if (fits) return props.onCall()
    flushSync(() => setStrict(true))
    const first = form.current?.querySelector('[aria-invalid="true"]') ?? form.current?.querySelector('[data-anyway]')
    if (first instanceof HTMLElement) first.focus()
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
      aria-label={`Call ${visible(tool.name)}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        call()
      }}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="tool-form min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 break-all font-mono font-semibold text-base leading-6">{visible(tool.name)}</h2>
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
        <About tool={tool} unknown={props.unknown} />
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
      <Sending
        {...props}
        problems={problems}
        fits={fits}
        unread={unread}
        beside={mode === 'form'}
        loud={strict}
        early={early}
      />
    </form>
  )
}

/** The arguments a tool's form starts from. */
export function startArguments(tool: Tool): Json {
  return startValue({ type: 'object', ...tool.inputSchema }, tool.inputSchema) ?? {}
}

function About({ tool, unknown }: { tool: Tool; unknown: boolean }): ReactNode {
  const promises = promisesOf(tool)
  const title = tool.title && letters(tool.title) !== letters(tool.name) ? visible(tool.title) : null
  return (
    <div className="mb-3 flex flex-col gap-1">
      {(title !== null || promises.length > 0) && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {title !== null && <p className="min-w-0 text-muted">{title}</p>}
          {promises.map(({ short, long, tone }) => (
            <span
              key={short}
              title={long}
              className={`rounded-full border px-2 text-xs leading-5 ${tone === 'alarm' ? 'border-danger/50 text-danger' : 'border-line text-muted'}`}
            >
              {short}
            </span>
          ))}
        </div>
      )}
      {tool.description && <Description text={visible(tool.description)} />}
      {unknown && (
        <p className="text-danger text-xs">
          This world has no tool with this name. You can still call it, as an agent could.
        </p>
      )}
    </div>
  )
}

/** Many a title is the name in capitals, which says nothing more. */
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

// Two lines say what a tool is for; some come with a page.
const LONG_DESCRIPTION = 110

function Description({ text }: { text: string }): ReactNode {
  const [whole, setWhole] = useState(false)
  const long = text.length > LONG_DESCRIPTION || text.includes('\n')
  return (
    <div className={`text-muted ${whole ? '' : 'tool-about'}`}>
      <p className={`whitespace-pre-line break-words ${long && !whole ? 'line-clamp-2' : ''}`}>{text}</p>
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
  problems: readonly FieldProblem[]
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
