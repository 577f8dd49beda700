// The text of the program: edited with what is wrong by line, tried with an action and on the history before it is saved.
import { FolderOpen, Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { CallOutput } from '../../../core/contract/index.ts'
import { type ProgramLanguage, programLanguage, type StateDifference } from '../../../core/tree/program.ts'
import type { CodeEditor } from '../../control/code.ts'
import { viewed } from '../../store/data.ts'
import { pickProgram } from '../../store/files.ts'
import { useActions } from '../../store/index.ts'
import { IconButton, Progress, Refusal } from '../../ui.tsx'
import { count, counted } from '../../words.ts'
import { choiceOf, draftOf, isSameText, keyOf } from './draft.ts'
import { Files } from './Files.tsx'
import type { ProgramParts } from './Program.tsx'
import type { ProbedPlace } from './probe.ts'
import { jsonPathOf } from './rows.ts'
import type { Version } from './versions.ts'

const LANGUAGES = { javascript: 'JavaScript', data: 'YAML or JSON', pddl: 'PDDL', 'z-machine': 'Z-machine story' }

const COLOURS = { javascript: 'javascript', data: 'yaml', pddl: 'plain', 'z-machine': 'plain' } as const

/** Where somebody wants to look. */
export type SourcePlace = Place

interface SourceProps extends ProgramParts {
  versions: Version[]
  read: boolean
  /** The rules that ran in the step that is looked at. */
  fired: readonly ProbedPlace[]
  /** Where to go, each time anew. */
  place: SourcePlace | null
}

export function Source(props: SourceProps): ReactNode {
  const { draft, problems, versions, read, fired, onChange } = props
  const at = versions.findLastIndex(({ program }) => isSameText(draftOf(program), draft))
  const restore = (version: Version | undefined) => version && onChange(draftOf(version.program))
  const [chosen, setFile] = useState<string | null>(null)
  // A version may lack the file that was looked at.
  const file = chosen !== null && Object.hasOwn(draft.files, chosen) ? chosen : null
  const go = ({ file: name, line, column }: Place) => {
    setFile(name ?? null)
    setPlace({ file: name ?? null, line, column })
  }
  const [place, setPlace] = useState<{ file: string | null; line: number; column: number } | null>(null)
  const wanted = props.place
  useEffect(() => {
    if (!wanted) return
    setFile(wanted.file ?? null)
    setPlace({ file: wanted.file ?? null, line: wanted.line, column: wanted.column })
  }, [wanted])
  const lines = fired.filter((one) => (one.file ?? null) === file)
  // A text that was never saved has the newest version before it.
  const [earlier, later] = at < 0 ? [versions.at(-1), undefined] : [versions[at - 1], versions[at + 1]]
  return (
    <div className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1 px-4">
        <span className="min-w-0 flex-1 text-muted text-xs">
          {LANGUAGES[draft.language]}
          {read && ', read from the initial state'}
          {at >= 0 ? `, version ${at + 1} of ${versions.length}` : ', not saved'}
          {fired.length > 0 && `. Marked lines ran in step ${count(props.world.at)}`}
        </span>
        <IconButton label="Undo: the version before" disabled={!earlier} onClick={() => restore(earlier)}>
          <Undo2 size={14} aria-hidden />
        </IconButton>
        <IconButton label="Redo: the version after" disabled={!later} onClick={() => restore(later)}>
          <Redo2 size={14} aria-hidden />
        </IconButton>
        <IconButton
          label="Open a file in place of this text"
          onClick={() => pickProgram(({ name: _, ...read }) => onChange({ files: {}, ...read }))}
        >
          <FolderOpen size={14} aria-hidden />
        </IconButton>
      </div>
      {draft.language === 'z-machine' ? (
        <p className="mx-4 flex-1 rounded-md border border-line bg-field px-3 py-2 text-muted">
          A story file of {count(Math.floor((draft.text.length * 3) / 4))} bytes. It cannot be edited here; open another
          file to change it.
        </p>
      ) : (
        <Files draft={draft} file={file} onFile={setFile} onChange={onChange}>
          <Code
            key={file}
            text={file === null ? draft.text : (draft.files[file] ?? '')}
            language={file === null ? draft.language : programLanguage(file)}
            problems={(problems ?? []).filter((one) => (one.file ?? null) === file)}
            place={place?.file === file ? place : null}
            fired={lines}
            label={file === null ? 'Text of the program' : `Text of ${file}`}
            onText={(text) => onChange(file === null ? { text } : { files: { ...draft.files, [file]: text } })}
          />
        </Files>
      )}
      <Problems problems={problems ?? []} onGo={go} />
      <div className="flex max-h-[45%] shrink-0 flex-col gap-3 overflow-y-auto border-line border-t px-4 py-3">
        <TryAction {...props} />
        <History {...props} />
      </div>
    </div>
  )
}

type Problem = NonNullable<ProgramParts['problems']>[number]
type Place = Pick<Problem, 'file' | 'line' | 'column'>

function Code(props: {
  text: string
  language: ProgramLanguage
  problems: Problem[]
  /** Where the cursor goes once it is asked for. */
  place: Pick<Place, 'line' | 'column'> | null
  /** Lines of rules that ran. */
  fired: readonly ProbedPlace[]
  label: string
  onText(text: string): void
}): ReactNode {
  const { text, language, problems, place, fired, label } = props
  const box = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const onText = useEffectEvent((next: string) => props.onText(next))
  const first = useEffectEvent(() => text)
  useEffect(() => {
    let made: CodeEditor | null = null
    let current = true
    void import('../../control/code.ts').then(({ createCode }) => {
      if (!current || !box.current) return
      made = createCode(box.current, {
        ...{ text: first(), readOnly: false, label, language: COLOURS[language] },
        onChange: onText,
        onSave: () => {}
      })
      setEditor(made)
    })
    return () => {
      current = false
      made?.destroy()
      setEditor(null)
    }
  }, [language, label])
  useEffect(() => {
    // What came from elsewhere than this editor: another version, a file, edits taken back.
    if (editor && editor.text() !== text) editor.replace(text, false)
  }, [text, editor])
  const marks = JSON.stringify(problems)
  useEffect(() => {
    // `as`: what was written just above.
    const told = JSON.parse(marks) as Problem[]
    editor?.problems(told.map(({ line, column, reason }) => ({ line, column, message: reason })))
  }, [marks, editor])
  const ran = JSON.stringify(fired.map(({ line, lastLine }) => [line, lastLine]))
  useEffect(() => {
    // `as`: what was written just above.
    editor?.fired(JSON.parse(ran) as [number, number][])
  }, [ran, editor, text])
  useEffect(() => {
    if (place) editor?.focusAt(place.line, place.column)
  }, [place, editor])
  return <div ref={box} className="mx-4 min-h-32 flex-1 overflow-hidden rounded-md border border-line" />
}

function Problems(props: { problems: Problem[]; onGo(place: Place): void }): ReactNode {
  if (!props.problems.length) return null
  return (
    <ul
      aria-label="Problems"
      className="mx-4 max-h-28 shrink-0 overflow-y-auto rounded-md border border-danger/50 bg-danger/8 py-1"
    >
      {props.problems.map(({ file, line, column, reason }) => (
        <li key={`${file} ${line}:${column} ${reason}`}>
          <button
            type="button"
            className="w-full break-words px-3 py-0.5 text-left hover:underline"
            onClick={() => props.onGo({ ...(file !== undefined && { file }), line, column })}
          >
            <span className="font-mono text-muted text-xs">
              {file !== undefined && `${file}, `}
              {file === undefined ? 'Line' : 'line'} {line}:
            </span>{' '}
            {reason}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What an action would come to under the text, where the window is looking. */
function TryAction({ world, draft, problems }: ProgramParts): ReactNode {
  const { tryProgram } = useActions()
  const id = useId()
  const [action, setAction] = useState('')
  const [tried, setTried] = useState<{ of: string; answer: CallOutput<'programs.try'> | { message: string } } | null>(
    null
  )
  const at = viewed(world)
  const of = `${world.branch} ${at} ${keyOf(draft)} ${action}`
  // A text that is still being checked is tried all the same: what is wrong with it is the answer then.
  const blocked = (problems?.length ?? 0) > 0 || !action.trim()
  return (
    <form
      aria-labelledby={id}
      className="flex flex-col gap-1.5"
      onSubmit={async (event) => {
        event.preventDefault()
        if (blocked) return
        const program = choiceOf(draft)
        setTried({ of, answer: await tryProgram({ branch: world.branch, at, program, action: action.trim() }) })
      }}
    >
      <h3 id={id} className="heading">
        Preview
      </h3>
      <div className="flex gap-2">
        <input
          aria-label="Action to try"
          className="field min-w-0 flex-1 font-mono text-xs"
          spellCheck={false}
          placeholder={`An action after step ${world.at}`}
          value={action}
          onChange={({ target }) => setAction(target.value)}
        />
        <button type="submit" className="button" disabled={blocked}>
          Try
        </button>
      </div>
      <p className="text-muted text-xs">Nothing is kept. No model is asked.</p>
      {tried?.of === of && (
        <div role="status">
          {'message' in tried.answer ? <Refusal text={tried.answer.message} /> : <Tried answer={tried.answer} />}
        </div>
      )}
    </form>
  )
}

function Tried({ answer: { shown, changes, problem } }: { answer: CallOutput<'programs.try'> }): ReactNode {
  if (problem !== undefined) return <p className="whitespace-pre-line break-words text-danger">{problem}</p>
  if (shown === null) return <p>The program leaves this to the model.</p>
  return (
    <div className="flex flex-col gap-1">
      <Text name="It would answer" text={shown} />
      <p className="text-muted text-xs">
        {changes.length ? `It would change: ${changes.slice(0, 8).map(placeOf).join(', ')}` : 'It would change nothing'}
        {changes.length > 8 && ` and ${counted(changes.length - 8, 'more place')}`}.
      </p>
    </div>
  )
}

const placeOf = ({ at }: StateDifference): string => jsonPathOf(at)

/** A text that may be long, with what it is. */
export function Text({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <div className="min-w-0">
      <p className="text-muted text-xs">{name}</p>
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-field px-2 py-1 font-mono text-xs"
      >
        {text || 'Nothing.'}
      </section>
    </div>
  )
}

type Previewed = Extract<Awaited<ReturnType<ReturnType<typeof useActions>['previewProgram']>>, { type: 'done' }>

/** The history from its beginning under the text: the first step that would come out otherwise. */
function History({ world, draft, problems }: ProgramParts): ReactNode {
  const { previewProgram, stepTo } = useActions()
  const [playing, setPlaying] = useState<{ stop: AbortController; done: number; total: number } | null>(null)
  const [found, setFound] = useState<{ of: string; answer: Previewed | { message: string } } | null>(null)
  const stop = playing?.stop
  useEffect(() => () => stop?.abort(), [stop])
  const at = viewed(world)
  const of = `${world.branch} ${at} ${keyOf(draft)}`
  if (world.at === 0) return null
  const play = async () => {
    const stop = new AbortController()
    setPlaying({ stop, done: 0, total: world.at })
    const program = choiceOf(draft)
    const onProgress = (done: number, total: number) => setPlaying({ stop, done, total })
    const answer = await previewProgram({ branch: world.branch, at, program }, { signal: stop.signal, onProgress })
    setPlaying(null)
    setFound(answer && { of, answer })
  }
  return (
    <div className="flex flex-col gap-1.5">
      {playing ? (
        <div className="flex items-center gap-3">
          <Progress label="Playing the history" value={playing.total ? playing.done / playing.total : null} />
          <button type="button" className="button h-7" onClick={() => playing.stop.abort()}>
            Stop
          </button>
        </div>
      ) : (
        <button
          type="button"
          className="button h-7 self-start"
          disabled={problems === null || problems.length > 0}
          onClick={() => void play()}
        >
          Play {counted(world.at, 'step')} again with this text
        </button>
      )}
      {found?.of === of && (
        <div role="status">
          {'message' in found.answer ? (
            <Refusal text={found.answer.message} />
          ) : (
            <Difference answer={found.answer} onGo={(turn) => void stepTo(turn)} />
          )}
        </div>
      )}
    </div>
  )
}

function Difference(props: { answer: Previewed; onGo(turn: number): void }): ReactNode {
  const { difference, total } = props.answer
  if (!difference) return <p>{total === 1 ? 'The step comes' : `All ${count(total)} steps come`} out the same.</p>
  const { turn, label, stored, shown, problem } = difference
  return (
    <div className="flex flex-col gap-1.5">
      <p>
        <button type="button" className="link" onClick={() => props.onGo(turn)}>
          Step {turn}
        </button>{' '}
        comes out otherwise: <code className="break-all font-mono text-xs">{label}</code>
      </p>
      <Text name="It showed" text={stored} />
      {problem === undefined ? (
        <Text name="It would show" text={shown ?? 'The program leaves this to the model.'} />
      ) : (
        <p className="whitespace-pre-line break-words text-danger">{problem}</p>
      )}
    </div>
  )
}
