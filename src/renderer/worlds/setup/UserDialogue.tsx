// The recorded answers of a user, row by row.

import type { ReactNode } from 'react'
import { Rows, useRows } from './Rows.tsx'
import { type UserPart, withPart } from './user-part.ts'

export function UserDialogue({ user, onUser }: UserPart): ReactNode {
  const linesOf = (rows: { text: string }[]) => rows.map(({ text }) => text).filter((text) => text.trim())
  const [rows, put] = useRows(user.dialogue, {
    rowsOf: (dialogue) => dialogue.map((text) => ({ text })),
    read: (typed: { text: string }[]) => withPart(user, 'dialogue', linesOf(typed)).part,
    onRead: (dialogue) => onUser({ ...user, dialogue })
  })
  return (
    <Rows
      label="Recorded answers"
      hint="Said in this order, whatever the agent says. The user leaves after the last."
      one="Answer"
      ordered
      blank={{ text: '' }}
      problem={withPart(user, 'dialogue', linesOf(rows)).problem}
      rows={rows}
      onRows={put}
    >
      {({ text }, change, name) => (
        <textarea
          rows={1}
          className="field field-sizing-content min-h-8 resize-none"
          aria-label={name}
          value={text}
          onChange={({ target }) => change({ text: target.value })}
        />
      )}
    </Rows>
  )
}
