// All keys, from the same list that the keyboard itself is read by.
import type { ReactNode } from 'react'
import { commands, documentKeys, localKeys, screenKeys } from '../commands.ts'
import { keyHelp } from '../observations/terminal/keys.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Modal } from '../ui.tsx'
import { keyName } from '../words.ts'

export function Help(): ReactNode {
  const state = useOrrery((state) => state)
  const { show } = useActions()
  const everywhere = commands(state).filter(({ keys }) => keys !== undefined)
  return (
    <Modal
      title="Keyboard shortcuts"
      description="Every command is also in the command palette."
      width="56rem"
      onClose={() => show(null)}
    >
      <div className="grid gap-x-10 gap-y-6 min-[760px]:grid-cols-2">
        <div className="flex flex-col gap-6">
          <Group title="Everywhere" rows={everywhere.map(({ keys, title }) => [keyName(keys ?? ''), title])} />
          <Group title="Outside the world view" rows={localKeys} />
        </div>
        <div className="flex flex-col gap-6">
          <Group title="In a terminal" rows={keyHelp} />
          <Group title="On a screen" rows={screenKeys} />
          <Group title="In a tool console or text environment" rows={documentKeys} />
        </div>
      </div>
    </Modal>
  )
}

function Group({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }): ReactNode {
  return (
    <section>
      <h3 className="heading mb-2">{title}</h3>
      <dl className="grid grid-cols-[9.5rem_1fr] gap-x-4 gap-y-1.5">
        {rows.map(([keys, meaning]) => (
          <div key={keys + meaning} className="contents">
            <dt className="font-mono text-xs leading-5">{keys}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
