// The tables of a world of tools: proposed from the tools in a click, then edited as YAML with what is wrong by line.
import { Table2, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { CallOutput } from '../../../core/contract/index.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { TextField } from '../../fields.tsx'
import { useActions } from '../../store/index.ts'

interface Props {
  setup: Setup
  onChange(setup: Setup): void
}

// Nobody is told of a line while it is typed.
const PAUSE_MS = 400

export function Tables({ setup, onChange }: Props): ReactNode {
  const { program, tools, initialState, fiction } = setup
  const { declareTools, readProgram } = useActions()
  const [proposal, setProposal] = useState<CallOutput<'tools.declare'> | null>(null)
  // What is typed; `null` while it is what the world has.
  const [typed, setTyped] = useState<string | null>(null)
  const [problems, setProblems] = useState<CallOutput<'programs.read'>['problems']>([])
  const heading = useId()
  const code = program !== undefined && program.language !== 'data'
  const text = typed ?? program?.text ?? null

  useEffect(() => {
    setProposal(null)
    if (program || !tools.length) return
    let gone = false
    const facts = fiction && { fiction: { name: fiction.name, hash: fiction.hash } }
    const timer = setTimeout(async () => {
      const made = await declareTools({ tools, initialState, ...facts })
      if (!gone) setProposal(made)
    }, PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [program, tools, initialState, fiction, declareTools])

  useEffect(() => {
    if (typed === null) return
    let gone = false
    const timer = setTimeout(async () => {
      const read = await readProgram({ language: 'data', text: typed })
      if (gone || !read) return
      setProblems(read.problems)
      if (!read.program) return
      setTyped(null)
      const grounding = setup.grounding === 'executed' ? 'executed' : 'grounded'
      onChange({ ...setup, program: read.program, grounding })
    }, PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [typed, setup, onChange, readProgram])

  const drop = () => {
    const { program: _, ...rest } = setup
    setTyped(null)
    setProblems([])
    onChange(rest)
  }
  if (code || (text === null && !proposal?.yaml)) return null
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h3 id={heading} className="font-medium">
        Tables
      </h3>
      {text === null ? (
        <>
          {proposal?.tables.map(({ one, verbs }) => (
            <p key={one} className="text-muted text-xs">
              {verbs.join(', ')} of <em>{one.replaceAll('_', ' ')}</em>: keep a table?
            </p>
          ))}
          <button type="button" className="button h-7 self-start" onClick={() => setTyped(proposal?.yaml ?? null)}>
            <Table2 size={13} aria-hidden /> {proposal?.tables.length === 1 ? 'Keep a table' : 'Keep tables'}
          </button>
        </>
      ) : (
        <>
          <TextField
            label="Tables and verbs"
            hint="Rules compute what is written here; other tools are left to the model. The tables begin as written, whatever earlier steps changed."
            className="min-h-64 resize-y font-mono text-xs"
            spellCheck={false}
            value={text}
            onText={setTyped}
          />
          {typed !== null && problems.length > 0 && (
            <div role="status" className="max-h-32 overflow-y-auto text-danger text-xs">
              <ul>
                {problems.map(({ line, column, reason }) => (
                  <li key={`${line}:${column} ${reason}`}>
                    Line {line}, column {column}: {reason}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <button type="button" className="button h-7 self-start" onClick={drop}>
            <Trash2 size={13} aria-hidden /> Leave all to the model
          </button>
        </>
      )}
    </section>
  )
}
