// What a call was answered: as what it is, or as its raw text.
import { Copy, PencilLine } from 'lucide-react'
import { Component, type ReactNode, useState } from 'react'
import type { Document } from '../../../core/observations/documents/document.ts'
import { visible } from '../../../core/text/visible.ts'
import type { Action } from '../../../core/tree/model.ts'
import { type TerminalViewName as TerminalView, VIEWS } from '../terminal/Views.tsx'
import { addressOf, shown } from './calls.ts'
import { DiffView } from './results/DiffView.tsx'
import type { Doing } from './results/doing.ts'
import { FileView } from './results/FileView.tsx'
import { HitsView } from './results/HitsView.tsx'
import { JsonTree } from './results/JsonTree.tsx'
import { MarkdownPage } from './results/MarkdownPage.tsx'
import { SceneView } from './results/SceneView.tsx'
import { Scroll } from './results/Scroll.tsx'
import { ShellView } from './results/ShellView.tsx'
import { LongText } from './results/Text.tsx'
import { Switch } from './Switch.tsx'

export interface ResultProps {
  document: Document
  /** The conversation that it is a part of; `null` for what is none. */
  talk: ReactNode
  /** What was answered; `null` for the state before the first step. */
  action: Action | null
  title: string
  /** Opens a link; `null` where it leads nowhere. */
  follow(url: string): Action | null
  /** The action that a line of text stands for. */
  say(line: string): Action
  busy: boolean
  onAct(action: Action): void
  /** Puts a line into the command line. */
  write(line: string): void
  /** The terminal after this call, in worlds that have one. */
  terminal: ((view: TerminalView) => ReactNode) | null
  /** Takes the call's arguments into the form; `null` where there is none to take. */
  onEdit: (() => void) | null
}

export function Result(props: ResultProps): ReactNode {
  const { document, talk, action, title } = props
  const [raw, setRaw] = useState<As>('shown')
  const [note, setNote] = useState('')
  const [peeked, setPeeked] = useState<Action | null>(null)
  const doing: Doing = { ...props, act: props.onAct, peek: setPeeked }
  const copy = async () => {
    setNote(
      await navigator.clipboard.writeText(document.text).then(
        () => 'Copied.',
        () => 'The browser did not allow copying.'
      )
    )
  }
  return (
    <section aria-label="Result" className="flex min-h-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <h2 className="min-w-0 flex-1 truncate font-medium" title={title}>
          {title}
        </h2>
        <span className="text-muted text-xs" role="status">
          {note}
        </span>
        {props.onEdit && (
          <button
            type="button"
            aria-label="Edit and call again"
            title="Edit and call again: loads its arguments into the form"
            className="button h-7 px-2 text-xs"
            onClick={props.onEdit}
          >
            <PencilLine size={13} aria-hidden />
            <span className={props.terminal ? 'beside-views' : undefined}>Edit and call again</span>
          </button>
        )}
        <button
          type="button"
          aria-label="Copy the text"
          title="Copy the text"
          className="icon-button"
          onClick={() => void copy()}
          onBlur={() => setNote('')}
        >
          <Copy size={14} aria-hidden />
        </button>
        {(document.kind !== 'text' || talk || props.terminal) && (
          <Switch<As>
            label="Result as"
            options={[
              ['shown', talk ? 'Talk' : NAMES[document.kind]],
              ...(document.kind === 'text' && !talk ? [] : [['text', 'Text'] as const]),
              ...(props.terminal ? TERMINAL : [])
            ]}
            value={raw}
            onChange={setRaw}
          />
        )}
      </header>
      <Scroll label="Result content" className="min-h-24 flex-1 bg-field">
        {action !== null && !(talk && raw === 'shown') && <Asked action={action} />}
        {action === null && document.text === '' && <Untouched />}
        <Guard key={document.text.length} fallback={<Unshown text={document.text} />}>
          {talk && raw === 'shown' ? (
            talk
          ) : action === null && document.text === '' ? null : raw === 'text' ? (
            <LongText text={document.text} />
          ) : raw === 'screen' || raw === 'added' ? (
            props.terminal?.(raw)
          ) : (
            <View document={document} action={action} doing={doing} />
          )}
        </Guard>
      </Scroll>
      {peeked !== null && (
        <p
          data-testid="peek"
          className="shrink-0 truncate border-line border-t bg-panel px-4 py-1 font-mono text-muted text-xs"
        >
          {shown(peeked)}
        </p>
      )}
    </section>
  )
}

type As = 'shown' | 'text' | Exclude<TerminalView, 'raw'>
const TERMINAL = VIEWS.flatMap(([view, name]) => (view === 'raw' ? [] : [[view, name] as const]))

const NAMES: Record<Document['kind'], string> = {
  text: 'Text',
  json: 'Tree',
  markdown: 'Page',
  diff: 'Changes',
  file: 'File',
  shell: 'Output',
  hits: 'Results',
  scene: 'Scene'
}

function View({ document, action, doing }: { document: Document; action: Action | null; doing: Doing }): ReactNode {
  switch (document.kind) {
    case 'text':
      return <LongText text={document.text} error={document.error} />
    case 'json':
      return <JsonTree value={document.value} error={document.error} />
    case 'markdown':
      return <MarkdownPage text={document.text} base={action === null ? null : addressOf(action)} doing={doing} />
    case 'diff':
      return <DiffView text={document.text} />
    case 'file':
      return <FileView path={document.path} first={document.first} lines={document.lines} />
    case 'shell':
      return <ShellView shell={document} />
    case 'hits':
      return <HitsView query={document.query} hits={document.hits} doing={doing} />
    case 'scene':
      return <SceneView scene={document} doing={doing} />
    default:
      return document satisfies never
  }
}

/** What was sent, folded away. */
function Asked({ action }: { action: Action }): ReactNode {
  return (
    <details className="border-line border-b px-4 py-1.5 text-muted text-xs">
      <summary className="w-fit rounded">Request</summary>
      <pre className="mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap break-words font-mono text-ink">
        {visible(typeof action === 'string' ? action : JSON.stringify(action, null, 2))}
      </pre>
    </details>
  )
}

function Untouched(): ReactNode {
  return (
    <div className="px-6 py-5">
      <p className="font-medium">No calls yet.</p>
      <p className="max-w-prose text-muted">
        Choose a tool, fill in its arguments and call it. The answer appears here as a tree, page, file, diff or text.
      </p>
    </div>
  )
}

function Unshown({ text }: { text: string }): ReactNode {
  return (
    <>
      <p className="px-4 pt-3 text-danger">This answer could not be rendered. Its text is shown instead.</p>
      <LongText text={text} />
    </>
  )
}

/** Keeps a view that fails from taking the window with it. React has this as a class only. */
class Guard extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
