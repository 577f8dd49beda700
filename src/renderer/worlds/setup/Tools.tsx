// The tools of a world: the usual ones of its kind, a ready set, or one's own, from a text, files or a live server.
import { ClipboardPaste, FolderOpen, ListChecks, PlugZap, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { CallOutput } from '../../../core/contract/index.ts'
import type { ToolSet } from '../../../core/domains/capabilities.ts'
import type { Domain } from '../../../core/domains/domain.ts'
import { MANY_TOOLS } from '../../../core/domains/tools/choose.ts'
import type { Setup, Tool } from '../../../core/tree/model.ts'
import { TextField } from '../../fields.tsx'
import { useActions } from '../../store/index.ts'
import { mergeTools } from '../../store/setup.ts'
import { Trouble } from '../../ui.tsx'
import { useKept } from '../../unsaved.ts'
import { counted } from '../../words.ts'
import { AskServer } from './AskServer.tsx'
import { type Definitions, droppedDefinitions, pickDefinitions } from './definition-files.ts'
import { ToolChoice } from './ToolChoice.tsx'

interface Props {
  domain: Domain
  setup: Setup
  /** What the program offers where no others are chosen; `null` where it has none. */
  given: Tool[] | null
  onChange(change: Partial<Setup>): void
}

export function Tools({ domain, setup, given, onChange }: Props): ReactNode {
  const { tools } = setup
  const usual = useMemo(() => given ?? domain.tools?.of({ ...setup, tools: [] }) ?? [], [domain, setup, given])
  const origin = given ? 'tools of the program' : 'default tools'
  const [way, setWay] = useState<'paste' | 'ask' | null>(null)
  const [report, setReport] = useState<{ words: string; problems: string[] } | null>(null)
  // What is chosen from: tools that are not chosen stay in sight until the form closes.
  const [known, setKnown] = useState<Tool[] | null>(null)
  const [none, setNone] = useState(false)
  const { readTools, stopAsking } = useActions()
  const heading = useId()
  const search = useRef<HTMLInputElement>(null)
  // A request whose form is gone must not leave a server running.
  useEffect(() => stopAsking, [stopAsking])
  // So many long lists were brought: each begins with its search.
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) search.current?.focus()
  }, [asked])

  const offered = known && tools.every(({ name }) => known.some((one) => one.name === name)) ? known : tools
  // No tools of its own are the usual ones, so all of those chosen are written as none.
  const whole = tools.length === 0 && !none && same(offered, usual) ? usual : tools
  const chosen = useMemo(() => new Set(whole.map(({ name }) => name)), [whole])
  const hasOutputs = offered.some(({ outputSchema }) => outputSchema)
  const setTools = (next: Tool[]) => {
    setNone(next.length === 0)
    onChange({ tools: same(next, usual) ? [] : next })
  }
  const offer = (next: Tool[]) => {
    setKnown(next)
    setTools(next)
  }
  const reset = () => {
    setKnown(null)
    setNone(false)
    onChange({ tools: [] })
  }
  const add = (read: CallOutput<'tools.read'>, from: string) => {
    const merged = mergeTools(offered, read.tools)
    setReport({ words: addedWords(merged, from), problems: read.problems })
    if (!read.tools.length) return
    setWay(null)
    setKnown(merged.tools)
    const fresh = new Set(read.tools.map(({ name }) => name))
    const taken = read.tools.length > MANY_TOOLS ? chosen : new Set([...chosen, ...fresh])
    setTools(merged.tools.filter(({ name }) => taken.has(name)))
    if (read.tools.length > MANY_TOOLS) {
      const words = `${counted(read.tools.length, 'tool')} found in ${from}. Choose the ones this world needs: the model reads every chosen tool at every step.`
      setReport({ words, problems: read.problems })
      setAsked(asked + 1)
    }
  }
  const addFiles = async (documents: Definitions[]) => {
    const all: CallOutput<'tools.read'> = { tools: [], problems: [] }
    for (const { text, name, files } of documents) {
      const read = await readTools(text, { name, files })
      if (!read) return
      for (const one of read.tools) all.tools.push(one)
      for (const one of read.problems) all.problems.push(one)
    }
    const [first] = documents
    if (first) add(all, documents.length === 1 ? first.name : counted(documents.length, 'file'))
  }
  return (
    <section
      aria-labelledby={heading}
      className="flex flex-col gap-2"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        // Dropped elsewhere on the window, files are imported.
        event.stopPropagation()
        void droppedDefinitions(event.dataTransfer).then(addFiles)
      }}
    >
      <h3 id={heading} className="font-medium">
        Tools
      </h3>
      {domain.tools?.sets && (
        <SetChoice sets={domain.tools.sets} tools={tools} onChoose={(next) => (next.length ? offer(next) : reset())} />
      )}
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
      {offered.length > 0 ? (
        <ToolChoice
          offered={offered}
          chosen={chosen}
          usual={usual.length}
          rules={{
            domain: setup.domain,
            template: setup.template,
            hideOutputSchemas: setup.hideOutputSchemas ?? false
          }}
          search={search}
          onChoose={(names) => {
            setKnown(offered)
            setTools(offered.filter(({ name }) => names.has(name)))
          }}
          onRemove={(gone) => {
            setKnown(offered.filter(({ name }) => name !== gone))
            setTools(whole.filter(({ name }) => name !== gone))
          }}
        />
      ) : (
        <p className="text-muted text-xs">
          The {given ? counted(usual.length, 'tool') : counted(usual.length, 'default tool')} of this{' '}
          {given ? 'program' : 'kind of world'}: {usual.map(({ name }) => name).join(', ')}. Tools that you add replace
          them.
        </p>
      )}
      {hasOutputs && (
        <label className="flex items-start gap-2.5 text-xs">
          <input
            type="checkbox"
            className="mt-0.5 accent-accent"
            checked={setup.hideOutputSchemas ?? false}
            onChange={(event) => onChange({ hideOutputSchemas: event.target.checked })}
          />
          <span>
            Leave out output schemas
            <span className="block text-muted">The prompt gets shorter. Results still have to fit the schemas.</span>
          </span>
        </label>
      )}
      <label className="flex items-start gap-2.5 text-xs">
        <input
          type="checkbox"
          className="mt-0.5 accent-accent"
          checked={Boolean(setup.makesTools)}
          onChange={(event) => onChange({ makesTools: event.target.checked })}
        />
        <span>
          Make tools as they are called
          <span className="block text-muted">
            A call of a tool that is not listed adds it for the rest of the world. The model answers it.
          </span>
        </span>
      </label>
      {setup.makesTools && (
        <label className="flex items-start gap-2.5 text-xs">
          <input
            type="checkbox"
            className="mt-0.5 accent-accent"
            checked={setup.makesTools === 'written'}
            onChange={(event) => onChange({ makesTools: event.target.checked ? 'written' : true })}
          />
          <span>
            The model writes what they are
            <span className="block text-muted">
              It is asked once more when a tool is made: what it does and what it takes. Else both are read off the
              call.
            </span>
          </span>
        </label>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button h-7" aria-expanded={way === 'paste'} onClick={() => setWay('paste')}>
          <ClipboardPaste size={13} aria-hidden /> Paste definitions…
        </button>
        <button type="button" className="button h-7" onClick={() => pickDefinitions((all) => void addFiles(all))}>
          <FolderOpen size={13} aria-hidden /> Open a file…
        </button>
        <button type="button" className="button h-7" aria-expanded={way === 'ask'} onClick={() => setWay('ask')}>
          <PlugZap size={13} aria-hidden /> Import from an MCP server…
        </button>
        {offered.length === 0 ? (
          <button type="button" className="button h-7" onClick={() => offer(usual)}>
            <ListChecks size={13} aria-hidden /> Choose from the {origin}
          </button>
        ) : (
          <button type="button" className="button h-7" onClick={reset}>
            <Undo2 size={13} aria-hidden /> Reset to the {origin}
          </button>
        )}
      </div>
      <p className="text-muted text-xs">
        You can also drop files or a folder here. References of an OpenAPI document to files dropped with it are
        resolved.
      </p>
      <Trouble place="tools" />
      {way === 'paste' && <Paste onRead={(read) => add(read, 'the text')} onClose={() => setWay(null)} />}
      {way === 'ask' && <AskServer onTools={add} onClose={() => setWay(null)} />}
    </section>
  )
}

const same = (one: Tool[], other: Tool[]): boolean =>
  one.length === other.length && JSON.stringify(one) === JSON.stringify(other)

/** Ready sets beside Orrery's own tools. */
function SetChoice(props: { sets: readonly ToolSet[]; tools: Tool[]; onChoose(tools: Tool[]): void }): ReactNode {
  const { sets, tools } = props
  const known = JSON.stringify(tools)
  const current = tools.length === 0 ? '' : (sets.find((set) => JSON.stringify(set.tools) === known)?.name ?? 'own')
  return (
    <select
      aria-label="Tool set"
      className="field"
      value={current}
      onChange={(event) => props.onChoose(sets.find(({ name }) => name === event.target.value)?.tools ?? [])}
    >
      <option value="">Default tools</option>
      {sets.map(({ name, title }) => (
        <option key={name} value={name}>
          Tools of {title}
        </option>
      ))}
      {current === 'own' && <option value="own">Own choice</option>}
    </select>
  )
}

/** What came of reading, in words. */
export function addedWords({ added, replaced }: { added: number; replaced: number }, from: string): string {
  const parts = [added && `${counted(added, 'tool')} added`, replaced && `${counted(replaced, 'tool')} replaced`]
  const done = parts.filter(Boolean).join(', ')
  return done ? `${done} from ${from}.` : `No tools found in ${from}.`
}

function Paste(props: { onRead(read: CallOutput<'tools.read'>): void; onClose(): void }): ReactNode {
  const [text, setText] = useKept<string>('tool definitions', '')
  const { readTools } = useActions()
  const take = async () => {
    const read = await readTools(text)
    if (!read) return
    setText(null)
    props.onRead(read)
  }
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
      <TextField
        label="Definitions"
        hint="One tool or a list of tools as JSON, in the format of MCP, OpenAI, Anthropic or Gemini; or an OpenAPI document."
        className="min-h-28 resize-y font-mono text-xs"
        spellCheck={false}
        value={text}
        placeholder={
          '[{"name": "get_weather", "description": "…", "inputSchema": {"type": "object", "properties": {}}}]'
        }
        onText={setText}
      />
      <div className="flex justify-end gap-2">
        <button type="button" className="button h-7" onClick={props.onClose}>
          Cancel
        </button>
        <button type="button" className="button-primary h-7" disabled={!text.trim()} onClick={() => void take()}>
          Add tools
        </button>
      </div>
    </div>
  )
}
