// The last calls of agents, with how long each took.
import type { ReactNode } from 'react'
import { BUILT_IN } from '../../core/contract/built-in.ts'
import type { TrafficRow } from '../../core/contract/doors.ts'
import type { LinkRow } from '../../core/contract/links.ts'
import { visible } from '../../core/text/visible.ts'

const OUTCOMES = { answered: 'Answered', 'still-running': 'Still running', failed: 'Failed', cancelled: 'Cancelled' }

export function TrafficTable({ rows, links }: { rows: TrafficRow[]; links: LinkRow[] }): ReactNode {
  const titles = new Map(links.map(({ id, title }) => [id, title]))
  return (
    <table className="w-full text-left text-sm">
      <caption className="pb-2 text-left font-medium text-base">Calls</caption>
      <thead className="text-muted">
        <tr>
          {['Time', 'World', 'Agent', 'Call', 'Took', ''].map((head) => (
            <th key={head} scope="col" className="py-1 pr-4 font-normal">
              {head || <span className="sr-only">Outcome</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.at} ${row.step} ${row.what}`} className="border-line border-t align-top">
            <td className="whitespace-nowrap py-1 pr-4 tabular-nums">{new Date(row.at).toLocaleTimeString()}</td>
            <td className="max-w-40 truncate py-1 pr-4">
              {titles.get(row.link) ?? (row.door === BUILT_IN ? 'ended' : 'revoked')}
            </td>
            <td className="max-w-40 truncate py-1 pr-4">{visible(row.client || row.door)}</td>
            <td className="max-w-64 truncate py-1 pr-4 font-mono">{row.what}</td>
            <td className="whitespace-nowrap py-1 pr-4 tabular-nums">{timing(row)}</td>
            <td className={`whitespace-nowrap py-1 ${row.outcome === 'failed' ? 'text-danger' : 'text-muted'}`}>
              {OUTCOMES[row.outcome]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function timing({ took, waited }: TrafficRow): string {
  const time = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
  return waited < 10 ? time(took) : `${time(took)} after ${time(waited)}`
}
