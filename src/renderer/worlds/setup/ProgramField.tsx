// The program of a new world: a file that is read and tried at once, with what is wrong in it by line.
import { FileCode2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { domains, findDomain } from '../../../core/domains/index.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'
import { type PickedProgram, pickProgram } from '../../store/files.ts'
import { useActions } from '../../store/index.ts'

interface Props {
  setup: Setup
  onChange(program: ProgramUse | null): void
}

export function ProgramField({ setup, onChange }: Props): ReactNode {
  const id = useId()
  const { readProgram } = useActions()
  const [name, setName] = useState<string | null>(null)
  const [reading, setReading] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const { program } = setup
  const { door } = findDomain(setup.domain)
  if (!door) return null

  const take = async ({ name, ...program }: PickedProgram) => {
    const { language, text } = program
    setName(name)
    if ((language === 'z-machine' || language === 'pddl') && door !== 'text') return setProblems([STORY])
    if (!text.trim()) return setProblems(['The file is empty.'])
    setReading(true)
    const read = await readProgram(program, 'new')
    setReading(false)
    setProblems(
      read?.problems.map(
        ({ file, line, column, reason }) => `${file ? `${file}, line` : 'Line'} ${line}, column ${column}: ${reason}`
      ) ?? []
    )
    if (read?.program) onChange(read.program)
  }
  const remove = () => {
    setName(null)
    onChange(null)
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="font-medium">
        Program
      </h3>
      {program ? (
        <div className="flex items-center gap-3 rounded-md border border-line bg-raised px-3 py-2">
          <p className="min-w-0 flex-1 break-words">
            <span className="font-medium">{name ?? 'From the scenario'}</span>{' '}
            <code title={program.hash} className="font-mono text-muted text-xs">
              {program.hash.slice(0, 12)}
            </code>
          </p>
          <button type="button" className="button" onClick={remove}>
            Remove
          </button>
        </div>
      ) : (
        <button
          type="button"
          className="button self-start"
          disabled={reading}
          onClick={() => pickProgram((picked) => void take(picked))}
        >
          <FileCode2 size={14} aria-hidden />
          {reading ? 'Reading…' : 'Choose a program…'}
        </button>
      )}
      {problems.length > 0 && (
        <div role="alert" className="rounded-md border border-danger/50 bg-danger/8 px-3 py-2 text-xs">
          <p className="font-medium">{name} is not taken:</p>
          <ul className="max-h-32 overflow-y-auto">
            {problems.map((problem) => (
              <li key={problem} className="break-words">
                {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-muted text-xs">
        Rules that compute this world: JavaScript, tables or a story in YAML or JSON
        {door === 'text' && ', PDDL (.pddl, .tw-pddl), or a Z-machine story (.z3 to .z8)'}. The model answers what they
        leave open.
      </p>
    </section>
  )
}

const STORY = `PDDL and Z-machine stories are played in a text world. Choose the kind ${domains
  .filter(({ door }) => door === 'text')
  .map(({ title }) => `“${title}”`)
  .join(' or ')} first.`
