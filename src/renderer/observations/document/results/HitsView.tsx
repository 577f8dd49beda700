// A page of search results; each title asks for its page.
import { type ReactNode, useState } from 'react'
import type { Hit } from '../../../../core/observations/documents/document.ts'
import { visible } from '../../../../core/text/visible.ts'
import { ActionLink } from './ActionLink.tsx'
import type { Doing } from './doing.ts'
import { beginning } from './plain.ts'
import { ShowAll } from './Text.tsx'

// A search has ten; what has thousands is read a piece at a time.
const FIRST = 50
const STEP = 500
const LONGEST = 1_000

export function HitsView({ query, hits, doing }: { query: string | null; hits: Hit[]; doing: Doing }): ReactNode {
  const [count, setCount] = useState(FIRST)
  const shown = hits.slice(0, count)
  const short = (text: string) => visible(beginning(text, LONGEST))
  return (
    <div className="max-w-[76ch] px-6 py-4">
      <p className="mb-4 text-muted text-xs">
        {hits.length === 1 ? '1 result' : `${hits.length} results`}
        {query !== null && (
          <>
            {' for '}
            <span className="font-medium text-ink">{short(query)}</span>
          </>
        )}
      </p>
      <ol className="flex flex-col gap-5">
        {shown.map((hit, index) => (
          // Numbers may repeat where a model counts wrong.
          <li key={index} className="flex flex-col gap-0.5" dir="auto">
            {hit.query !== undefined && hit.query !== shown[index - 1]?.query && (
              <h3 className="mb-1 text-muted text-xs">
                Results for <span className="font-medium text-ink">{short(hit.query)}</span>
              </h3>
            )}
            <p className="truncate text-muted text-xs" dir="ltr">
              {hit.rank}. {short(hit.url)}
            </p>
            <h3 className="text-base leading-6">
              <ActionLink url={hit.url} doing={doing}>
                {short(hit.title) || hit.url}
              </ActionLink>
            </h3>
            <p className="break-words text-ink">{short(hit.snippet)}</p>
            {hit.date && hit.date !== 'N/A' && <p className="text-muted text-xs">{short(hit.date)}</p>}
          </li>
        ))}
      </ol>
      {shown.length < hits.length && (
        <ShowAll left={hits.length - shown.length} unit="results" step={STEP} onShow={() => setCount(count + STEP)} />
      )}
    </div>
  )
}
