// A JSON value as a tree that opens and closes by pointer and by arrow keys.
import { type ReactNode, useMemo } from 'react'
import { JsonView } from 'react-json-view-lite'
import { drawable, opening } from './tree.ts'

export function JsonTree({ value, error }: { value: unknown; error: boolean }): ReactNode {
  const data = useMemo(() => drawable(value), [value])
  const open = useMemo(() => opening(data), [data])
  return (
    <div className={`px-4 py-3 ${error ? 'border-danger border-l-2' : ''}`}>
      {error && <p className="mb-1 font-medium text-danger text-xs">The tool answered with an error.</p>}
      {typeof data === 'object' && data !== null ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the tree's own buttons have the focus; Enter is added to their arrow keys
        <div
          className="overflow-x-auto"
          onKeyDown={(event) => {
            if (event.key.startsWith('Arrow') && event.target instanceof HTMLElement) return event.stopPropagation()
            if (event.key !== 'Enter' && event.key !== ' ') return
            if (!(event.target instanceof HTMLElement) || event.target.role !== 'button') return
            event.preventDefault()
            event.target.click()
          }}
        >
          <JsonView
            data={data}
            shouldExpandNode={open}
            clickToExpandNode
            style={STYLES}
            aria-label="Result as a tree"
          />
        </div>
      ) : (
        <p className="font-mono text-xs">{JSON.stringify(data)}</p>
      )}
    </div>
  )
}

const icon = 'mr-1 inline-block w-3 rounded text-muted'
const STYLES = {
  container: 'font-mono text-xs leading-5 text-ink [overflow-wrap:anywhere]',
  childFieldsContainer: 'ml-1.5 border-line border-l pl-3',
  basicChildStyle: 'whitespace-pre-wrap',
  label: 'mr-1.5 text-muted',
  clickableLabel: 'mr-1.5 text-muted',
  nullValue: 'italic text-muted',
  undefinedValue: 'italic text-muted',
  stringValue: 'text-ok',
  booleanValue: 'text-accent',
  numberValue: 'text-accent',
  otherValue: 'text-ink',
  punctuation: 'text-muted',
  collapseIcon: `${icon} after:content-['▾']`,
  expandIcon: `${icon} after:content-['▸']`,
  collapsedContent: "px-1 text-muted after:content-['…']",
  noQuotesForStringValues: false,
  quotesForFieldNames: false,
  ariaLables: { collapseJson: 'close', expandJson: 'open' },
  stringifyStringValues: true
}
