// The fictional world that a search or MCP world is grounded in, and what the agent is to find out in it.
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallOutput } from '../../../core/contract/index.ts'
import type { FictionUse, RowReference } from '../../../core/tree/fiction.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { LineField, SelectField, TextField } from '../../fields.tsx'
import { useAnswer } from '../../loaded.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import { Trouble } from '../../ui.tsx'
import { counted } from '../../words.ts'

interface Props {
  setup: Setup
  onChange(setup: Setup): void
}

export function FictionField({ setup, onChange }: Props): ReactNode {
  const fictions = useOrrery((state) => state.fictions)
  const { loadFictions } = useActions()
  useEffect(() => void loadFictions(), [loadFictions])
  const { fiction, ...rest } = setup
  const present = fictions?.find(({ name }) => name === fiction?.name)
  const put = (use: FictionUse | null) => onChange(use ? { ...rest, fiction: use } : rest)
  const choose = (name: string) => {
    const chosen = fictions?.find((one) => one.name === name)
    put(chosen ? { name, hash: chosen.hash } : null)
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Fictional world</legend>
      <div className="empty:hidden">
        <Trouble place="fictions" />
      </div>
      <SelectField
        label="Fictional world"
        hint={
          present
            ? present.premise
            : 'Invented facts that every answer agrees with. Edit them under “Fictional worlds”.'
        }
        value={fiction?.name ?? ''}
        onText={choose}
      >
        <option value="">None</option>
        {fiction && !present && <option value={fiction.name}>{fiction.name}</option>}
        {fictions?.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      {fiction && present && present.hash !== fiction.hash && (
        <p className="flex flex-wrap items-center gap-2 text-muted text-xs">
          An earlier version of its facts holds here.
          <button type="button" className="link" onClick={() => put({ ...withoutReveal(fiction), hash: present.hash })}>
            Use the present version
          </button>
        </p>
      )}
      {fiction && <ReferenceFields key={fiction.name} fiction={fiction} onChange={put} />}
    </fieldset>
  )
}

/** What shows an answer is read off the facts again. */
function withoutReveal({ reference, ...use }: FictionUse): FictionUse {
  if (!reference) return use
  const { reveal: _old, ...rest } = reference
  return { ...use, reference: rest }
}

function ReferenceFields({ fiction, onChange }: { fiction: FictionUse; onChange(use: FictionUse): void }): ReactNode {
  const { reference: given, ...use } = fiction
  // A question alone is no reference yet, and must not be lost while the answer is typed.
  const [question, setQuestion] = useState(given?.question ?? '')
  const [aliases, setAliases] = useState(given?.aliases?.join('\n') ?? '')
  const put = (change: { question?: string; answer?: string; aliases?: string }) => {
    const answer = change.answer ?? given?.answer ?? ''
    const other = (change.aliases ?? aliases)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const reference = {
      question: change.question ?? question,
      answer,
      ...(other.length > 0 && { aliases: other })
    }
    onChange(answer ? { ...use, reference } : use)
  }
  return (
    <>
      <LineField
        label="Reference question"
        hint="What the agent is to find out."
        value={question}
        placeholder="None"
        onText={(text) => {
          setQuestion(text)
          put({ question: text })
        }}
      />
      <div className="grid gap-3 min-[560px]:grid-cols-2">
        <LineField
          label="Reference answer"
          hint="Withheld everywhere but on the pages and records that hold it."
          value={given?.answer ?? ''}
          placeholder="None"
          onText={(text) => put({ answer: text })}
        />
        <TextField
          label="Other wordings"
          hint="One on each line."
          className="min-h-9 resize-y"
          rows={1}
          value={aliases}
          onText={(text) => {
            setAliases(text)
            put({ aliases: text })
          }}
        />
      </div>
      {given && <Guarding name={fiction.name} reference={given} />}
    </>
  )
}

// The check reads all facts; it runs when the typing pauses.
const PAUSE_MS = 300

type Checked = CallOutput<'fictions.check'>

/** Where the answer stands in the facts, and what could not be guarded. */
function Guarding({ name, reference }: { name: string; reference: RowReference }): ReactNode {
  const { checkReference } = useActions()
  const asked = JSON.stringify([reference.question, reference.answer, reference.aliases ?? []])
  const check = async (): Promise<Checked | null> => {
    const [question, answer, aliases]: [string, string, string[]] = JSON.parse(asked)
    const found = await checkReference(name, { question, answer, ...(aliases.length && { aliases }) })
    return 'reveal' in found ? found : null
  }
  const checked = useAnswer(check, null, [asked, name, checkReference], PAUSE_MS)
  if (!checked) return null
  const pages = checked.reveal.filter((place) => /^https?:/.test(place))
  return (
    <div role="status" className="flex flex-col gap-1.5 text-xs">
      {pages.length > 0 && (
        <p className="break-words text-muted">
          Shown by {counted(pages.length, 'page')}: {pages.slice(0, 3).join(', ')}
          {pages.length > 3 && ', …'}
        </p>
      )}
      {checked.warnings.map((warning) => (
        <p key={warning} className="flex items-start gap-2">
          <TriangleAlert size={13} aria-label="Warning" className="mt-0.5 shrink-0 text-accent" />
          {warning}
        </p>
      ))}
    </div>
  )
}
