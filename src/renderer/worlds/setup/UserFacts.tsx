// What the user of a world knows, row by row.

import type { ReactNode } from 'react'
import { Rows, useRows } from './Rows.tsx'
import { type UserPart, withPart } from './user-part.ts'

interface Fact {
  name: string
  value: string
}

export function UserFacts({ user, onUser }: UserPart): ReactNode {
  const knowsOf = (rows: Fact[]) => {
    const named = rows.filter(({ name, value }) => name.trim() || value.trim())
    return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]))
  }
  const [rows, put] = useRows(user.knows, {
    rowsOf: (knows) => Object.entries(knows).map(([name, value]): Fact => ({ name, value })),
    read: (facts: Fact[]) => (twice(facts) ? null : withPart(user, 'knows', knowsOf(facts)).part),
    onRead: (knows) => onUser({ ...user, knows })
  })
  const same = twice(rows)
  return (
    <Rows
      label="What they know"
      hint="Each is told where the agent asks for its name."
      one="Fact"
      blank={{ name: '', value: '' }}
      problem={same ? `Two facts are called “${same}”.` : withPart(user, 'knows', knowsOf(rows)).problem}
      rows={rows}
      onRows={put}
    >
      {(fact, change, name) => (
        <div className="grid grid-cols-2 gap-1">
          <input
            className="field"
            aria-label={`${name}, its name`}
            placeholder="booking reference"
            value={fact.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <input
            className="field"
            aria-label={`${name}, what they say`}
            placeholder="QX7L2"
            value={fact.value}
            onChange={({ target }) => change({ value: target.value })}
          />
        </div>
      )}
    </Rows>
  )
}

/** A name that two facts have. */
function twice(facts: readonly Fact[]): string | null {
  const names = facts.map(({ name }) => name.trim())
  return names.find((name, at) => name !== '' && names.indexOf(name) !== at) ?? null
}
