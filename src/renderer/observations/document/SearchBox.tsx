// A search world's front: one box, as on any search page.
import { Search } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import type { Action } from '../../../core/tree/model.ts'
import { toAction } from './calls.ts'
import type { searchTool } from './find.ts'

export function SearchBox(props: {
  by: NonNullable<ReturnType<typeof searchTool>>
  busy: boolean
  input: Ref<HTMLInputElement>
  onAct(action: Action): void
}): ReactNode {
  const { by, busy } = props
  const [query, setQuery] = useState('')
  const words = query.trim()
  return (
    <search>
      <form
        className="flex shrink-0 gap-2 border-line border-b px-4 py-2.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (words && !busy) props.onAct(toAction(by.tool.name, { [by.argument]: by.list ? [words] : words }))
        }}
      >
        <div className="relative min-w-0 flex-1">
          <Search
            size={15}
            aria-hidden
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-muted"
          />
          <input
            ref={props.input}
            type="search"
            aria-label="Search this world's web"
            placeholder="Search this world's web"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="field rounded-full py-1.5 pl-9"
          />
        </div>
        <button type="submit" disabled={!words || busy} className="button rounded-full px-4">
          Search
        </button>
      </form>
    </search>
  )
}
