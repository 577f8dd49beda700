// The tokens of an answer as plain text in a table: for screen readers, and for reading numbers.
import { type ReactNode, useState } from 'react'
import type { TracedToken } from '../../core/tree/model.ts'
import { percent } from '../words.ts'
import { alternatives, visible } from './tokens.ts'

// A screenful or two: thousands of rows at once would hold up the window.
const PAGE = 100

export function TokenTable({ trace }: { trace: TracedToken[] }): ReactNode {
  const [shown, setShown] = useState(PAGE)
  return (
    <section
      aria-label="Tokens as a table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-24 flex-1 overflow-y-auto rounded-md border border-line px-3 py-1"
    >
      <table className="w-full text-left text-xs tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 pr-2 font-normal">
              Token
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-normal">
              Probability
            </th>
            <th scope="col" className="py-1 font-normal">
              Alternatives
            </th>
          </tr>
        </thead>
        <tbody>
          {trace.slice(0, shown).map((token, index) => (
            <tr key={index} className="border-line border-t align-top">
              <td className="py-0.5 pr-2">
                <code className="font-mono">{visible(token.text)}</code>
              </td>
              <td className="py-0.5 pr-3 text-right">{percent(token.probability)}</td>
              <td className="py-0.5 text-muted">
                {alternatives(token)
                  .filter(({ taken }) => !taken)
                  .map(({ text, probability }) => `${visible(text)} ${percent(probability)}`)
                  .join(', ') || 'nothing'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown < trace.length && (
        <button type="button" className="button my-1.5 h-7 text-xs" onClick={() => setShown(shown + PAGE)}>
          Show more of {trace.length}
        </button>
      )}
    </section>
  )
}
