// The tools of a world: the usual ones of its kind, or one's own, from a text, a file or a live server.
import { ClipboardPaste, FolderOpen, PlugZap, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { CallOutput } from '../../../core/api.ts'
import type { Tool } from '../../../core/model.ts'
import { useActions } from '../../store/index.ts'
import { mergeTools } from '../../store/setup.ts'
import { Field, IconButton, Trouble } from '../../ui.tsx'
import { count, counted } from '../../words.ts'
import { AskServer } from './AskServer.tsx'

interface Props {
  /** The session's own; `[]` for the usual ones. */
  tools: Tool[]
  usual: Tool[]
  onChange(tools: Tool[]): void
}

export function Tools({ tools, usual, onChange }: Props): ReactNode {
  const [way, setWay] = useState<'paste' | 'ask' | null>(null)
  const [report, setReport] = useState<{ words: string; problems: string[] } | null>(null)
  const { readTools, stopAsking } = useActions()
  const heading = useId()
  // A request whose form is gone must not leave a server running.
  useEffect(() => stopAsking, [stopAsking])
  const add = (read: CallOutput<'tools.read'>, from: string) => {
    const merged = mergeTools(tools, read.tools)
    if (read.tools.length) onChange(merged.tools)
    setReport({ words: addedWords(merged, from), problems: read.problems })
    if (read.tools.length) setWay(null)
  }
  const openFile = () =>
    pickDefinitions(async (text, name) => {
      const read = await readTools(text)
      if (read) add(read, name)
    })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h3 id={heading} className="font-medium">
        Tools
      </h3>
      <List tools={tools} usual={usual} onChange={onChange} />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button h-7" aria-expanded={way === 'paste'} onClick={() => setWay('paste')}>
          <ClipboardPaste size={13} aria-hidden /> Paste definitions…
        </button>
        <button type="button" className="button h-7" onClick={openFile}>
          <FolderOpen size={13} aria-hidden /> Open a file…
        </button>
        <button type="button" className="button h-7" aria-expanded={way === 'ask'} onClick={() => setWay('ask')}>
          <PlugZap size={13} aria-hidden /> Import from an MCP server…
        </button>
        {tools.length > 0 && (
          <button type="button" className="button h-7" onClick={() => onChange([])}>
            <Undo2 size={13} aria-hidden /> Reset to the default tools
          </button>
        )}
      </div>
      <Trouble place="tools" />
      {way === 'paste' && <Paste onRead={(read) => add(read, 'the text')} onClose={() => setWay(null)} />}
      {way === 'ask' && <AskServer onTools={add} onClose={() => setWay(null)} />}
      {report && (
        <div role="status" className="rounded-md border border-line bg-raised px-3 py-2 text-xs">
          <p>{report.words}</p>
          {report.problems.length > 0 && (
            <ul className="mt-1 max-h-32 list-disc overflow-y-auto pl-4 text-muted">
              {report.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}

/** What came of reading, in words. */
export function addedWords({ added, replaced }: { added: number; replaced: number }, from: string): string {
  const parts = [added && `${counted(added, 'tool')} added`, replaced && `${counted(replaced, 'tool')} replaced`]
  const done = parts.filter(Boolean).join(', ')
  return done ? `${done} from ${from}.` : `No tools found in ${from}.`
}

function List({ tools, usual, onChange }: Props): ReactNode {
  const size = useMemo(() => JSON.stringify(tools).length, [tools])
  if (tools.length === 0) {
    return (
      <p className="text-muted text-xs">
        The {counted(usual.length, 'default tool')} of this kind of world: {usual.map(({ name }) => name).join(', ')}.
        Tools that you add replace them.
      </p>
    )
  }
  return (
    <>
      <ul aria-label="Tools of this world" className="max-h-56 overflow-y-auto rounded-md border border-line">
        {tools.map((tool) => (
          <li key={tool.name} className="flex items-center gap-2 border-line py-1 pr-1 pl-2.5 not-last:border-b">
            <span className="min-w-0 flex-1">
              <code className="block truncate font-mono text-xs">{signature(tool)}</code>
              <span className="block truncate text-muted text-xs">{tool.description?.split('\n')[0]}</span>
            </span>
            <IconButton
              label={`Remove ${tool.name}`}
              onClick={() => onChange(tools.filter(({ name }) => name !== tool.name))}
            >
              <Trash2 size={13} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className="text-muted text-xs">
        {counted(tools.length, 'tool')}, {count(size)} characters of every prompt.
      </p>
    </>
  )
}

/** `get_book(id, trace?)` */
export function signature({ name, inputSchema: { properties, required } }: Tool): string {
  const needed = Array.isArray(required) ? required : []
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return `${name}(${names.map((one) => (needed.includes(one) ? one : `${one}?`)).join(', ')})`
}

function Paste(props: { onRead(read: CallOutput<'tools.read'>): void; onClose(): void }): ReactNode {
  const [text, setText] = useState('')
  const { readTools } = useActions()
  const id = useId()
  const take = async () => {
    const read = await readTools(text)
    if (read) props.onRead(read)
  }
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
      <Field
        id={id}
        label="Definitions"
        hint="One tool or a list of tools as JSON, in the format of MCP, OpenAI, Anthropic or Gemini; or an OpenAPI document."
      >
        <textarea
          id={id}
          className="field min-h-28 resize-y font-mono text-xs"
          spellCheck={false}
          value={text}
          placeholder={
            '[{"name": "get_weather", "description": "…", "inputSchema": {"type": "object", "properties": {}}}]'
          }
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <button type="button" className="button h-7" onClick={props.onClose}>
          {' '}
          Cancel
        </button>
        <button type="button" className="button-primary h-7" disabled={!text.trim()} onClick={() => void take()}>
          Add tools
        </button>
      </div>
    </div>
  )
}

/** Asks for a file of definitions. Must follow a click. */
function pickDefinitions(take: (text: string, name: string) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,.jsonl,.yaml,.yml,.txt'
  input.addEventListener('change', async () => {
    const [file] = input.files ?? []
    if (file) take(await file.text(), file.name)
  })
  input.click()
}
