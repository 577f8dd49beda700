// The terminal surface: a simulated session with an editable line at its prompt, and the bar of actions below it.
import '@xterm/xterm/css/xterm.css'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import { entered, typing } from '../../../core/observations/terminal/keystrokes.ts'
import { isPicture } from '../../../core/observations/terminal/picture.ts'
import { asks } from '../../../core/observations/terminal/prompts.ts'
import { lead, transcript } from '../../../core/observations/terminal/transcript.ts'
import type { Action } from '../../../core/tree/model.ts'
import { counted } from '../../words.ts'
import { ActionBar } from '../ActionBar.tsx'
import { ENTER } from '../ahead.ts'
import { type EditedLine, LONGEST } from '../line.ts'
import type { SurfaceProps } from '../surface.ts'
import { FindBar } from './FindBar.tsx'
import { press } from './keys.ts'
import { StatusBar } from './StatusBar.tsx'
import { TerminalKeys } from './TerminalKeys.tsx'
import { FONT, theme } from './themes.ts'
import { type TypedInput, useTyped } from './typed.ts'
import { type TerminalViewName, Views } from './Views.tsx'
import type { DrawnLine } from './writer.ts'
import { createScreen, NO_PICTURE, type TerminalScreen, type TerminalSize } from './xterm.ts'

/** `state.prompt` is shown before the first step; `state.running` says there is none now. */
export interface TerminalProps extends SurfaceProps {
  /** Keep a plain-text twin of the terminal for screen readers. */
  screenReader?: boolean
  onScreenReader?(on: boolean): void
}

export function Terminal(props: TerminalProps): ReactNode {
  const { steps, live, state, dark, readOnly = false } = props
  const history = useMemo(() => entered(steps.map(({ action }) => action)), [steps])
  const place = useRef<HTMLDivElement>(null)
  const screen = useRef<TerminalScreen | null>(null)
  const [view, setView] = useState<TerminalViewName | null>(null)
  const [finding, setFinding] = useState(false)
  const [found, setFound] = useState({ index: -1, count: 0 })
  const [ownReader, setOwnReader] = useState(false)
  const screenReader = props.screenReader ?? ownReader
  const hint = useId()

  // Not every world says what its prompt looks like before something was typed at it.
  const prompt = typeof state.prompt === 'string' && state.prompt !== '' ? state.prompt : '$ '
  const ending = steps.at(-1)?.observation.text ?? prompt
  const busy = props.busy || live !== null
  const [note, setNote] = useNote(busy)
  const running = useRunning(props)
  // While an answer comes, what is typed stands on rows of its own below it.
  const before = busy ? '\n' : lead(ending)
  const picture = isPicture(live?.observation || ending)
  const typed = useTyped(
    { busy, here: steps.at(-1)?.id ?? null, landed: props.landed ?? null, ready: !running && props.atTip },
    { history, unsent: props.unsent, refused: props.refused ?? null, onSend: sending(props.onAct) }
  )
  const { line, change } = typed

  const focus = () => screen.current?.focus()
  const act = (action: Action) => {
    setNote('')
    props.onAct(action)
    focus()
  }
  // A program gets a key behind what was typed before it.
  const send = (key: string) => (running ? typed.enterAll(key) : act(typing(key)))
  const copy = (text: string | undefined, done: string) => {
    if (text) setNote(copyText(text) ? done : 'The browser did not allow copying.')
  }
  const insert = (text: string) => {
    setNote('')
    change({ insert: text })
  }
  const enter = () => setNote(typed.enter() || !busy ? '' : 'A step is still running. You can type the next line.')

  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const selected = (screen.current?.selection() ?? '') !== ''
    const pressed = press(event, { empty: line.text === '', busy, selected, prompt: !running })
    if (pressed.do === 'text') return !readOnly
    if (pressed.do === 'browser') return false
    // The keys go to what is around the terminal.
    if (readOnly && pressed.do !== 'scroll' && pressed.do !== 'copy') return false
    keep(event)
    setNote(pressed.do === 'note' ? pressed.text : '')
    if (pressed.do === 'edit') change(pressed.edit)
    else if (pressed.do === 'enter') enter()
    else if (pressed.do === 'keys') typed.enterAll()
    else if (pressed.do === 'send') send(pressed.keystrokes)
    else if (pressed.do === 'cancel') props.onCancel()
    else if (pressed.do === 'interrupt') {
      typed.discard()
      props.onCancel()
    } else if (pressed.do === 'find') setFinding(true)
    else if (pressed.do === 'copy') copy(screen.current?.selection(), 'Selection copied.')
    else if (pressed.do === 'scroll') screen.current?.scroll(pressed.pages)
    return false
  })
  const onText = useEffectEvent((text: string) => {
    if (readOnly) return
    // Input methods and on-screen keyboards send these as text.
    if (text === '\r') enter()
    else if (text === '\x7f') change('backspace')
    else insert(text)
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    keep(event)
    if (readOnly) return
    // The line break that ends a copied line is Enter's to send.
    const text = (event.clipboardData?.getData('text/plain') ?? '').replace(/\r?\n$/, '')
    insert(text)
    const lines = text.split(/\r\n?|\n/).length
    if (text.length > LONGEST - line.text.length) setNote(`Too long: only the first ${LONGEST} characters are kept.`)
    else if (lines > 1) setNote(`${lines} lines pasted. Enter ${busy ? 'queues' : 'sends'} them as one action.`)
  })
  const onLink = useEffectEvent((uri: string) => {
    setNote(copyText(uri) ? `Copied ${uri}. Nothing was opened.` : `Nothing was opened: ${uri}`)
  })
  const look = useEffectEvent(() => ({ theme: theme(dark, getComputedStyle(document.documentElement)), screenReader }))
  const firstFocus = useEffectEvent(() => props.autoFocus && screen.current?.focus())

  useLayoutEffect(() => {
    if (place.current === null) return
    const listeners = { onKey, onText, onLink, onPaste, onFound: setFound }
    const { made, close } = openScreen(place.current, listeners, { ...look(), describedBy: hint })
    screen.current = made
    firstFocus()
    return () => {
      close()
      screen.current = null
    }
  }, [hint])
  const pieces = useMemo(() => transcript(steps, live, prompt), [steps, live, prompt])
  const drawn = useMemo(
    () => (readOnly ? null : drawnLine(line, { busy, lead: before, picture })),
    [readOnly, line, busy, before, picture]
  )
  useLayoutEffect(() => {
    const last = live?.observation || steps.at(-1)?.observation.text
    screen.current?.show(pieces, drawn, last !== undefined && picture ? pictureSize(last) : NO_PICTURE)
  }, [pieces, drawn, steps, live, picture])
  useEffect(() => {
    // A frame later the window's own colours have followed.
    const frame = requestAnimationFrame(() => screen.current?.dress(look()))
    return () => cancelAnimationFrame(frame)
  }, [dark, screenReader])

  return (
    <section aria-label="Terminal" className="@container relative flex h-full min-h-0 flex-col">
      <div data-world className="relative min-h-0 flex-1 bg-[var(--terminal)] pt-2 pb-1 pl-3">
        <div ref={place} inert={view !== null} className="h-full w-full overflow-hidden" data-testid="terminal" />
        {view !== null && (
          <div className="absolute inset-0 bg-[var(--terminal)]">
            <Views view={view} step={steps.at(-1) ?? null} load={props.terminalAt} />
          </div>
        )}
        {finding && (
          <Find
            {...{ screen, found, dark }}
            onClose={() => {
              setFinding(false)
              focus()
            }}
          />
        )}
      </div>
      {readOnly ? (
        <p id={hint} className="sr-only">
          This terminal is read-only.
        </p>
      ) : (
        <>
          <StatusBar
            id={hint}
            note={note}
            resting={resting(typed, { busy, running, atTip: props.atTip })}
            screenReader={screenReader}
            onScreenReader={(on) => {
              setOwnReader(on)
              props.onScreenReader?.(on)
            }}
            view={view}
            onView={setView}
            onFind={() => {
              setView(null)
              setFinding(true)
            }}
            onCopy={() => {
              const selected = screen.current?.selection()
              copy(selected || screen.current?.text(), selected ? 'Selection copied.' : 'Session copied.')
            }}
          />
          <Actions {...{ surface: props, busy, line, focus }} onAct={act} onKey={send} />
        </>
      )}
    </section>
  )
}

/** A note holds until the next key, and no longer than the answer it was made in. */
function useNote(busy: boolean): [note: string, setNote: (text: string) => void] {
  const [noted, setNoted] = useState({ text: '', busy: false })
  return [noted.busy === busy ? noted.text : '', (text) => setNoted({ text, busy })]
}

/** Sends what was typed and returns the action that it became. */
const sending = (onAct: TerminalProps['onAct']) => (text: string, whole?: { key: string | undefined }) => {
  const action = whole ? typing(text.replaceAll(ENTER, '\n'), whole.key) : typing(`${text}\n`)
  onAct(action)
  return action
}

/** The event means something here, and nothing to anything else. */
function keep(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

interface FindProps {
  screen: RefObject<TerminalScreen | null>
  found: { index: number; count: number }
  dark: boolean
  onClose(): void
}

function Find({ screen, found, dark, onClose }: FindProps): ReactNode {
  return (
    <FindBar
      found={found}
      onFind={(text, options) => screen.current?.find(text, { ...options, dark })}
      onClose={() => {
        screen.current?.clearFind()
        onClose()
      }}
    />
  )
}

/** One row more than the picture has, for what is typed to the program. */
function pictureSize(text: string): TerminalSize {
  const lines = text.trimEnd().split('\n')
  return { rows: lines.length + 1, columns: lines.reduce((most, line) => Math.max(most, line.length), 0) }
}

/** A screen in `element` that follows its size, and what takes it away again. */
function openScreen(
  element: HTMLElement,
  { onPaste, ...listeners }: Parameters<typeof createScreen>[1] & { onPaste(event: ClipboardEvent): void },
  look: Omit<Parameters<typeof createScreen>[2], 'font' | 'label'>
): { made: TerminalScreen; close(): void } {
  const font = getComputedStyle(element).getPropertyValue('--font-mono').trim() || FONT
  const made = createScreen(element, listeners, { ...look, font, label: 'Terminal input' })
  made.fit()
  const resized = new ResizeObserver(() => made.fit())
  resized.observe(element)
  // xterm's own paste handler sits on its input element; several lines must reach the line editor in one piece.
  element.addEventListener('paste', onPaste, { capture: true })
  return {
    made,
    close() {
      element.removeEventListener('paste', onPaste, { capture: true })
      resized.disconnect()
      made.dispose()
    }
  }
}

interface ActionsProps {
  surface: TerminalProps
  busy: boolean
  line: EditedLine
  onAct(action: Action): void
  onKey(keystrokes: string): void
  focus(): void
}

function Actions({ surface, busy, line, onAct, onKey, focus }: ActionsProps): ReactNode {
  return (
    <ActionBar
      busy={busy}
      raw={() => write(line.text.replaceAll(ENTER, '\n'))}
      rawHint="A list of keystrokes, each with the seconds to wait after it."
      instruction={surface.instruction}
      onInstruction={surface.onInstruction}
      tracing={surface.tracing ?? false}
      onTracing={surface.onTracing}
      parse={surface.parse}
      routeOf={surface.routeOf}
      onAct={onAct}
      onCancel={() => {
        surface.onCancel()
        focus()
      }}
      onRegenerate={
        surface.onRegenerate &&
        (() => {
          surface.onRegenerate?.()
          focus()
        })
      }
    >
      <TerminalKeys
        {...{ busy, onAct }}
        onKey={(key) => {
          onKey(key)
          focus()
        }}
      />
    </ActionBar>
  )
}

/** The line as an action, one key stroke entry a row. */
function write(line: string): string {
  return JSON.stringify(typing(`${line}\n`), null, 1).replace(/\n *(?=["}])/g, ' ')
}

/** Whether a running program receives the input: the state says so, or else the last line shown. */
function useRunning({ steps, state: { running } }: Pick<TerminalProps, 'steps' | 'state'>): boolean {
  const last = steps.at(-1)
  return useMemo(
    () => last !== undefined && (typeof running === 'boolean' ? running : !asks(last.observation.text)),
    [last, running]
  )
}

/** What is typed as it is drawn: what waits is grey, and nothing is drawn while an answer comes and nothing is typed. */
function drawnLine(
  { text, cursor }: EditedLine,
  { busy, lead, picture }: { busy: boolean; lead: DrawnLine['lead']; picture: boolean }
): DrawnLine | null {
  if (busy && text === '') return null
  const entered = text.indexOf(ENTER)
  const grey = busy ? 0 : entered < 0 ? undefined : entered
  // What a full-screen program draws does not scroll: there is one row below it.
  return { text, cursor, lead, grey, rows: picture ? 1 : undefined }
}

function resting(
  typed: TypedInput,
  { busy, running, atTip }: { busy: boolean; running: boolean; atTip: boolean }
): string {
  const lines = counted(typed.queued, 'line')
  const send = typed.queued === 1 ? 'Enter sends it' : 'Enter sends them one by one'
  if (busy && typed.queued > 0) return `${lines} queued for the next prompt. Esc cancels the step and keeps the queue.`
  if (busy) return typed.line.text === '' ? '' : 'Enter queues this line for the next prompt.'
  if (typed.held && running) return `${lines} kept, because a program is running. ${send} to that program.`
  if (typed.held) return `${lines} kept, not sent. ${send}; Ctrl+C discards.`
  if (!atTip) return 'This is an earlier step: acting here starts a new branch.'
  return running ? 'A program is running: Enter sends it the line, Ctrl+Enter only the keys.' : ''
}

/** Puts text on the clipboard from within a click or key press, which needs no permission. Returns whether it worked. */
function copyText(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  const done = document.execCommand('copy')
  document.removeEventListener('copy', put, { capture: true })
  return done
}
