// The files of a program: which one is in the editor, a new one, and one less.
import { FilePlus2, Trash2 } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { ProgramFiles, programLanguage } from '../../../core/tree/program.ts'
import { IconButton, TabBar } from '../../ui.tsx'
import type { ProgramDraft } from './draft.ts'

export function Files(props: {
  draft: ProgramDraft
  /** `null`: the program's own text. */
  file: string | null
  onFile(file: string | null): void
  onChange(change: Partial<ProgramDraft>): void
  /** The editor. */
  children: ReactNode
}): ReactNode {
  const { draft, file, onFile, onChange, children } = props
  const [adding, setAdding] = useState(false)
  const names = Object.keys(draft.files)
  const remove = () => {
    const { [file ?? '']: _, ...rest } = draft.files
    onFile(null)
    onChange({ files: rest })
  }
  const current = `file:${file ?? ''}`
  return (
    <Tabs.Root
      value={current}
      onValueChange={(value) => onFile(value.slice(5) || null)}
      className="flex min-h-0 flex-1 flex-col gap-2"
    >
      <div className="flex flex-wrap items-center gap-1 px-4">
        {names.length > 0 && (
          <TabBar
            label="Files of the program"
            tabs={[['file:', 'Program'], ...names.map((name) => [`file:${name}`, name] as const)]}
          />
        )}
        <IconButton label="Add a file to this program" onClick={() => setAdding(!adding)}>
          <FilePlus2 size={14} aria-hidden />
        </IconButton>
        {file !== null && (
          <IconButton label={`Remove ${file} from this program`} onClick={remove}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        )}
        {adding && (
          <NewFile
            {...{ draft, names }}
            onName={(name) => {
              setAdding(false)
              onChange({ files: { ...draft.files, [name]: '' } })
              onFile(name)
            }}
          />
        )}
      </div>
      {names.length > 0 ? (
        <Tabs.Content value={current} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          {children}
        </Tabs.Content>
      ) : (
        children
      )}
    </Tabs.Root>
  )
}

function NewFile(props: { draft: ProgramDraft; names: string[]; onName(name: string): void }): ReactNode {
  const { draft, names } = props
  const [name, setName] = useState('')
  const isData = draft.language === 'data'
  const isPddl = draft.language === 'pddl'
  const endings = isPddl ? '.pddl or .twl2' : isData ? '.yaml' : '.js or .json'
  const example = isPddl ? 'domain.pddl' : isData ? 'rooms.yaml' : 'rooms.js'
  const problem = !name
    ? null
    : names.includes(name)
      ? 'There is a file of this name.'
      : !ProgramFiles.safeParse({ ...draft.files, [name]: '' }).success
        ? 'A name has letters, digits, dots and dashes, and / between folders.'
        : programLanguage(name) !== draft.language && !(name.endsWith('.json') && !isPddl)
          ? `A file of this program ends in ${endings}.`
          : null
  return (
    <form
      className="flex w-full flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name && !problem) props.onName(name)
      }}
    >
      <input
        aria-label="Name of the new file"
        className="field min-w-0 flex-1 font-mono text-xs"
        spellCheck={false}
        placeholder={example}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="button h-7" disabled={!name || problem !== null}>
        Add
      </button>
      <p className="w-full text-muted text-xs" role="status">
        {problem ??
          (isData || isPddl
            ? 'It is a part of the same data.'
            : `It is there for: import … from './${name || 'rooms.js'}'`)}
      </p>
    </form>
  )
}
