// The rows of a fictional world that a turn was given, with their values in the version the world was made with.
import { ChevronRight } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../core/contract/index.ts'
import { type FictionUse, spoken } from '../../core/tree/fiction.ts'
import { useLoaded } from '../loaded.ts'
import { useActions } from '../store/index.ts'
import { counted } from '../words.ts'

type Given = CallOutput<'fictions.facts'>

export function GivenFacts({ fiction, rows }: { fiction: FictionUse; rows: string[] }): ReactNode {
  const { factsOf } = useActions()
  const { found: given, problem } = useLoaded<Given>(() => factsOf(fiction, rows), [factsOf, fiction, rows])
  return (
    <section aria-label="Retrieved facts" className="mt-4">
      <h3 className="heading mb-1.5">Retrieved facts: {counted(rows.length, 'row')}</h3>
      {problem !== null && <p className="mb-1.5 text-muted text-xs">{problem}</p>}
      <ul className="overflow-hidden rounded-md border border-line">
        {rows.map((name, at) => (
          <li key={name} className="border-line bg-raised not-last:border-b">
            <OneFact name={name} fact={given?.[at]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OneFact({ name, fact }: { name: string; fact: Given[number] | undefined }): ReactNode {
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="-outline-offset-2 group flex w-full items-center gap-1.5 px-2 py-1 text-left hover:bg-hover">
        <ChevronRight size={13} aria-hidden className="shrink-0 text-muted group-data-[state=open]:rotate-90" />
        <span className="min-w-0 truncate">{fact?.label ?? name.slice(name.indexOf('/') + 1)}</span>
        <span className="ml-auto shrink-0 pl-2 text-muted text-xs">{name.slice(0, name.indexOf('/'))}</span>
      </Collapsible.Trigger>
      <Collapsible.Content>
        {fact?.row ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 border-line border-t bg-field px-3 py-1.5 text-xs">
            {Object.entries(fact.row).map(([column, value]) => (
              <div key={column} className="contents">
                <dt className="text-muted">{spoken(column)}</dt>
                <dd className="min-w-0 break-words tabular-nums">{value === null ? '–' : String(value)}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="border-line border-t px-3 py-1.5 text-muted text-xs">This row cannot be read.</p>
        )}
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
