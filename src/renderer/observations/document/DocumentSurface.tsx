// A tool console: the world's tools, a form to call one, the calls so far and what they were answered.
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState
} from 'react'
import { flushSync } from 'react-dom'
import type { Domain } from '../../../core/domains/domain.ts'
import { withMadeTools } from '../../../core/domains/made-tools.ts'
import type { Document } from '../../../core/observations/documents/document.ts'
import { visible } from '../../../core/text/visible.ts'
import type { Action, Setup, Step, Tool } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { ActionBar } from '../ActionBar.tsx'
import { Conversation, type ConversationProps } from '../Conversation.tsx'
import type { SurfaceProps } from '../surface.ts'
import { Views } from '../terminal/Views.tsx'
import { Calls } from './Calls.tsx'
import { CommandLine } from './CommandLine.tsx'
import { documentOf, toAction, toolCallIn } from './calls.ts'
import { searchTool } from './find.ts'
import { Result, type ResultProps } from './Result.tsx'
import { Scroll } from './results/Scroll.tsx'
import { SearchBox } from './SearchBox.tsx'
import { Streaming } from './Streaming.tsx'
import { startArguments, ToolCall } from './ToolCall.tsx'
import { ToolList } from './ToolList.tsx'
import './document.css'

export function DocumentSurface(props: SurfaceProps): ReactNode {
  const { domain, steps, live, failed, readOnly = false } = props
  const { made } = props
  const setup = useMemo(() => {
    const callOf = (id: string) => (made?.[id] ? { made: made[id] } : null)
    return withMadeTools(props.setup, { chain: steps, callOf })
  }, [props.setup, steps, made])
  const busy = props.busy || live !== null
  const tools = useMemo(() => domain.tools?.of(setup) ?? null, [domain, setup])
  const searching = useMemo(() => (domain.document?.follow && tools ? searchTool(tools) : null), [domain, tools])
  const search = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const surface = useRef<HTMLElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const { chosen, setChosen, drafts, setDrafts } = useDrafts(props.unsent)
  // A call that was picked is shown until the chain moves.
  const tip = live ? 'live' : (steps.at(-1)?.id ?? 'start')
  const [begun, setBegun] = useState<{ text: string } | null>(null)
  const [picked, setPicked] = useState<{ tip: string; at: number } | null>(null)
  const last = live ? steps.length : steps.length - 1
  const at = picked?.tip === tip ? Math.min(picked.at, last) : last
  const step = steps[at]

  const tool = useMemo(
    () => toolCalled(tools ?? [], chosen ?? toolCallIn(steps.at(-1)?.action ?? null)?.name),
    [tools, chosen, steps]
  )
  const args = (tool && drafts[tool.name]) ?? (tool ? startArguments(tool) : {})
  const action = tool ? toAction(tool.name, args) : null
  const unknown = tool !== null && !tools?.includes(tool)
  const certain = action === null ? null : (domain.tools?.certain(action, setup) ?? null)

  const choose = (name: string) => {
    // At once: a focus one frame later would steal keys that are already typed elsewhere.
    flushSync(() => setChosen(name))
    if (surface.current) focusForm(surface.current, form.current)
  }
  const edit = (asked: Action) => {
    const call = toolCallIn(asked)
    if (!call) return
    setDrafts((now) => ({ ...now, [call.name]: call.arguments }))
    choose(call.name)
  }
  useFirstFocus(props.autoFocus === true, first)
  // Where the parts stand under each other, what was answered comes into sight.
  useEffect(() => {
    if (tip !== 'start' && answer.current) toTop(answer.current, answer.current.parentElement)
  }, [tip])
  useSlash(() => search.current ?? first.current)

  const before = useMemo(() => beginningOf(props), [props.domain, props.setup])
  const document = step ? documentOf(domain, step) : before
  const newest = steps.at(-1)
  const seen = newest ? documentOf(domain, newest) : before
  const wrote = useMemo(() => step !== undefined && wroteOn(domain, step, setup), [domain, step, setup])
  // What was entered ahead is not sent at another step than its own, nor once all is over.
  const ready = props.atTip && !(seen.kind === 'scene' && seen.done)
  const result = (
    <Answer
      {...props}
      document={document}
      step={step ?? null}
      shown={steps.slice(0, at + 1)}
      here={at === steps.length ? live : null}
      title={step ? visible(domain.label(step.action)) : tools ? 'Before the first call' : 'Before the first step'}
      busy={busy || readOnly}
      write={(text) => setBegun({ text })}
      terminal={wrote && step && !readOnly ? (view) => <Views view={view} step={step} load={props.terminalAt} /> : null}
      onEdit={tools && !readOnly && step && toolCallIn(step.action) ? () => edit(step.action) : null}
      onPick={(id) => setPicked({ tip, at: steps.findIndex((one) => one.id === id) })}
    />
  )
  const calls = <Calls {...{ domain, steps, failed, live, at }} onPick={(index) => setPicked({ tip, at: index })} />

  return (
    <section
      ref={surface}
      aria-label={domain.title}
      onKeyDown={(event) => busy && cancelOnEscape(event, props.onCancel)}
      className="surface relative flex h-full min-h-0 flex-col bg-panel text-sm"
    >
      {tools && !readOnly ? (
        <div data-world className="console min-h-0 flex-1">
          <div className="console-tools">
            <ToolList
              tools={tools}
              chosen={tool?.name ?? null}
              search={mergedSearch(search, searching ? null : first)}
              onChoose={choose}
            />
          </div>
          <div ref={form} className="console-call">
            {tool ? (
              <ToolCall
                key={tool.name}
                tool={tool}
                unknown={unknown}
                args={args}
                sendable={domain.action.safeParse(action).success}
                busy={busy}
                certain={certain}
                onArgs={(next) => setDrafts((now) => ({ ...now, [tool.name]: next }))}
                onCall={() => action !== null && props.onAct(action)}
              />
            ) : (
              <p className="px-4 py-5 text-muted">This world has no tools yet. Add tools under Rules.</p>
            )}
          </div>
          <div ref={answer} className="console-result">
            {searching && <SearchBox by={searching} busy={busy} input={first} onAct={props.onAct} />}
            <div className="console-calls">{calls}</div>
            {result}
          </div>
        </div>
      ) : (
        <div data-world className="scene min-h-0 flex-1">
          <div className="scene-calls">{calls}</div>
          <div className="scene-result">
            {result}
            {!readOnly && (
              <CommandLine
                input={first}
                history={steps.map((one) => domain.label(one.action))}
                admissible={seen.kind === 'scene' ? seen.admissible : []}
                moment={{ busy, here: steps.at(-1)?.id ?? null, landed: props.landed ?? null, ready }}
                unsent={props.unsent}
                refused={props.refused ?? null}
                begun={begun}
                read={(line) => domain.fromText(line, setup)}
                onAct={props.onAct}
              />
            )}
          </div>
        </div>
      )}
      {!readOnly && (
        <ActionBar
          busy={busy}
          raw={() => (action === null ? '' : domain.format(action))}
          rawHint={tools ? RAW_TOOLS : 'The action as it is sent to the model.'}
          instruction={props.instruction}
          onInstruction={props.onInstruction}
          tracing={props.tracing ?? false}
          onTracing={props.onTracing}
          {...{ parse: props.parse, routeOf: props.routeOf }}
          onAct={props.onAct}
          onCancel={props.onCancel}
          onRegenerate={props.onRegenerate}
        />
      )}
    </section>
  )
}

const TALK = 'Talk with the user'

interface AnswerProps
  extends SurfaceProps,
    Pick<ResultProps, 'document' | 'title' | 'write' | 'terminal' | 'onEdit'>,
    Pick<ConversationProps, 'onPick'> {
  /** The step that is looked at; `null` before the first. */
  step: Step | null
  /** The steps up to it. */
  shown: readonly Step[]
  /** The step in flight, where that is looked at. */
  here: SurfaceProps['live']
}

/** What the call that is looked at was answered, or is being answered; what was said to a user, as a conversation. */
function Answer({ shown, here, step, ...props }: AnswerProps): ReactNode {
  const { domain, setup, acts, readOnly = false } = props
  const says = (action: Action) => setup.user !== undefined && (domain.says?.(action) ?? null) !== null
  const talk = <Conversation setup={setup} steps={shown} live={here} acts={acts} onPick={props.onPick} />
  if (here && says(here.action)) {
    return (
      <section aria-label="Result" aria-busy="true" className="flex min-h-0 flex-1 flex-col">
        <header className="flex min-h-10 shrink-0 items-center border-line border-b px-4 py-1.5">
          <h2 className="font-medium">{TALK}</h2>
        </header>
        <Scroll label="Result content" className="min-h-24 flex-1 bg-field">
          {talk}
        </Scroll>
      </section>
    )
  }
  if (here) return <Streaming title={visible(domain.label(here.action))} text={here.observation} />
  const isTalk = step ? says(step.action) : setup.user?.opens !== undefined
  return (
    <Result
      key={step?.id ?? 'start'}
      {...props}
      talk={isTalk ? talk : null}
      title={isTalk ? TALK : props.title}
      action={step?.action ?? null}
      follow={(url) => (readOnly ? null : (domain.document?.follow?.(url) ?? null))}
      say={(line) => domain.fromText(line, setup)}
    />
  )
}

/** Puts the keyboard on the field once, when the surface appears. */
function useFirstFocus(wanted: boolean, field: RefObject<HTMLInputElement | null>): void {
  const focus = useEffectEvent(() => {
    if (wanted) field.current?.focus()
  })
  useEffect(() => focus(), [])
}

/** Puts the keyboard on the first field of the form to call a tool, with what says what it is for in view. */
function focusForm(surface: HTMLElement, form: HTMLElement | null): void {
  const field = surface.querySelector('form[aria-label^="Call "] :is(textarea, input, select, button[type="submit"])')
  if (!(field instanceof HTMLElement)) return
  // The text above a field says what it is for: focus alone would scroll only the field's own line into view.
  if (form) toTop(form, form.parentElement)
  field.focus()
  const title = field.id ? surface.querySelector(`label[for="${CSS.escape(field.id)}"]`) : null
  const pane = title?.closest('.tool-form')
  if (title && pane && title.getBoundingClientRect().top < pane.getBoundingClientRect().top) toTop(title, pane)
}

/** What was typed into each tool's form stays there while another is looked at. */
function useDrafts(unsent: SurfaceProps['unsent']) {
  const [chosen, setChosen] = useState(unsent?.tool?.chosen ?? null)
  const [drafts, setDrafts] = useState<Record<string, Json>>(unsent?.tool?.drafts ?? {})
  useEffect(() => {
    if (unsent) unsent.tool = { chosen, drafts }
  }, [unsent, chosen, drafts])
  return { chosen, setChosen, drafts, setDrafts }
}

function cancelOnEscape(event: KeyboardEvent, cancel: () => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key !== 'Escape') return
  event.preventDefault()
  cancel()
}

/** The key / puts the keyboard on `box`, unless something is being typed. */
function useSlash(box: () => HTMLElement | null): void {
  const onSlash = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    event.preventDefault()
    box()?.focus()
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onSlash(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Scrolls `pane`, and nothing around it, which the window's layout holds still. */
function toTop(part: Element, pane: Element | null): void {
  if (pane) pane.scrollTop += part.getBoundingClientRect().top - pane.getBoundingClientRect().top
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"]'
const RAW_TOOLS = 'One call: {"name": "the tool", "arguments": {…}}.'

/** The tool of that name, also one that the world does not have; the first without a name. */
function toolCalled(tools: readonly Tool[], name: string | undefined): Tool | null {
  if (name === undefined) return tools[0] ?? null
  return tools.find((tool) => tool.name === name) ?? { name, inputSchema: {} }
}

/** What the world shows before its first step. */
function beginningOf({ domain, setup }: Pick<SurfaceProps, 'domain' | 'setup'>): Document {
  const text = domain.initialState.shown?.(setup.initialState) ?? setup.initialState
  const read = text === '' || domain.tools ? null : (domain.document?.read(domain.fromText('look'), text) ?? null)
  return read ?? { kind: 'text', text, error: false }
}

/** Whether the step left something on the world's terminal: a file that was read did not. */
function wroteOn(domain: Domain, step: Step, setup: Setup): boolean {
  return domain.shell?.transcript([step], setup).some(({ text }) => text !== '') ?? false
}

/** One element that two references name. */
function mergedSearch(one: { current: HTMLInputElement | null }, other: { current: HTMLInputElement | null } | null) {
  return (element: HTMLInputElement | null) => {
    one.current = element
    if (other) other.current = element
  }
}
