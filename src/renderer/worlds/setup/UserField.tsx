// The user of a world: who they are, what they know and want, what is theirs, and who answers for them.
import { type ReactNode, useId, useState } from 'react'
import type { Domain } from '../../../core/domains/domain.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { UserUse } from '../../../core/tree/user.ts'
import { CheckField, LineField, SelectField, TextField } from '../../fields.tsx'
import { UserDialogue } from './UserDialogue.tsx'
import { UserFacts } from './UserFacts.tsx'
import { UserRules } from './UserRules.tsx'

interface Props {
  domain: Domain
  setup: Setup
  onChange(setup: Setup): void
}

const ANSWERS = [
  ['none', 'No user'],
  ['script', 'A script'],
  ['recorded', 'A recorded dialogue'],
  ['model', 'The model'],
  ['person', 'A person at this window']
] as const

const HINTS: Record<UserUse['answers'], string> = {
  script: 'The rules below answer, and what the user knows where it is asked for. No model is needed.',
  recorded: 'The lines below answer, in their order.',
  model: 'The model plays the user from who they are, what they know and what they want.',
  person: 'What an agent says waits below the world until you answer.'
}

export function UserField({ domain, setup, onChange }: Props): ReactNode {
  const { user, ...rest } = setup
  const heading = useId()
  /** An empty text is none. */
  const put = (change: Partial<Record<keyof UserUse, unknown>>) => {
    const next = Object.entries({ ...user, ...change }).filter(([, value]) => value !== '' && value !== undefined)
    // A dialogue that is not written yet would be refused: until then it is one answer that says nothing.
    const dialogue = change.answers === 'recorded' && !user?.dialogue.length ? { dialogue: ['…'] } : {}
    const read = UserUse.safeParse({ ...Object.fromEntries(next), ...dialogue })
    if (read.success) onChange({ ...setup, user: read.data })
  }
  const answers = user?.answers ?? 'none'
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h3 id={heading} className="font-medium">
        User
      </h3>
      <SelectField
        label="Who answers for the user"
        hint={user ? HINTS[user.answers] : 'An agent can talk to a user where there is one.'}
        options={ANSWERS}
        value={answers}
        onText={(next) => (next === 'none' ? onChange(rest) : put({ answers: next }))}
      />
      {user && (
        <>
          <TextField
            label="Who they are"
            className="min-h-14 resize-y"
            value={user.persona ?? ''}
            onText={(persona) => put({ persona })}
          />
          <TextField
            label="What they want"
            hint="Hidden: the agent is never told this."
            className="min-h-14 resize-y"
            value={user.wants ?? ''}
            onText={(wants) => put({ wants })}
          />
          <WordsField label="Their first words" value={user.opens ?? ''} onText={(opens) => put({ opens })} />
          <UserFacts user={user} onUser={(next) => onChange({ ...setup, user: next })} />
          {user.answers === 'script' && (
            <>
              <UserRules user={user} onUser={(next) => onChange({ ...setup, user: next })} />
              <WordsField
                label="What they say where nothing answers"
                value={user.otherwise}
                onText={(otherwise) => put({ otherwise })}
              />
            </>
          )}
          {user.answers === 'recorded' && (
            <UserDialogue user={user} onUser={(next) => onChange({ ...setup, user: next })} />
          )}
          <LineField
            label="Mark of their last words"
            hint="Stands at the end of what they say last; an agent’s episode ends there."
            value={user.stop}
            onText={(stop) => put({ stop })}
          />
          <OwnTools {...{ domain, setup, user }} onTools={(tools) => put({ tools })} />
        </>
      )}
    </section>
  )
}

/** Without the blanks around them in the rules; what is typed keeps them. */
function WordsField(props: { label: string; value: string; onText(text: string): void }): ReactNode {
  const { label, value, onText } = props
  const [typed, setTyped] = useState(value)
  return (
    <TextField
      label={label}
      className="field-sizing-content min-h-8 resize-none"
      value={typed.trim() === value ? typed : value}
      onText={(text) => {
        setTyped(text)
        onText(text.trim())
      }}
    />
  )
}

/** Which tools of the world are the user's own. */
function OwnTools(props: { domain: Domain; setup: Setup; user: UserUse; onTools(tools: string[]): void }): ReactNode {
  const { domain, setup, user, onTools } = props
  const { user: _, ...alone } = setup
  const all = domain.tools?.of(alone).map(({ name }) => name) ?? []
  if (!all.length) return null
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Tools of their own</legend>
      <p className="text-muted text-xs">The agent does not have them.</p>
      <div className="max-h-40 overflow-y-auto">
        {all.map((name) => (
          <CheckField
            key={name}
            title={name}
            checked={user.tools.includes(name)}
            // A rule uses it: without the tool the rule would be refused.
            disabled={user.rules.some(({ does }) => does?.tool === name)}
            onChange={(own) => onTools(own ? [...user.tools, name] : user.tools.filter((one) => one !== name))}
          />
        ))}
      </div>
    </fieldset>
  )
}
