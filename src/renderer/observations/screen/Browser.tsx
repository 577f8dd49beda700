// A browser around a page: tabs, back and forward, the address.
import { ArrowLeft, ArrowRight, Globe, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pageOf, type Tab } from '../../../core/observations/screens/screen.ts'
import type { FrameProps } from './frames.tsx'

export function Browser({ screen, command, children }: FrameProps): ReactNode {
  const page = screen ? pageOf(screen) : { url: null, title: null }
  const tabs: Tab[] = screen?.tabs.length ? screen.tabs : [{ title: page.title ?? '', url: page.url, current: true }]
  const url = page.url ?? ''
  const [back, forward, goto, open, tab, close] = ['back', 'forward', 'goto', 'new-tab', 'tab', 'close-tab'].map(
    command
  )
  return (
    <div className="pic-window pic-browser-frame">
      <div className="pic-tabs">
        {tabs.slice(0, MOST_TABS).map((one, index) => (
          <span key={index} className="pic-tab" data-current={one.current || undefined}>
            <button
              type="button"
              aria-current={one.current ? 'page' : undefined}
              disabled={!tab || one.current}
              onClick={() => tab?.(String(index))}
            >
              <Globe aria-hidden="true" />
              <span>{one.title || one.url || 'Page'}</span>
            </button>
            {close && one.current && (
              <button
                type="button"
                aria-label={`Close tab ${one.title || index + 1}`}
                onClick={() => close(String(index))}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
        {open && (
          <button type="button" className="pic-key" aria-label="New tab" onClick={() => open('')}>
            <Plus aria-hidden="true" />
          </button>
        )}
      </div>
      <div className="pic-address">
        <button type="button" className="pic-key" aria-label="Back" disabled={!back} onClick={() => back?.('')}>
          <ArrowLeft aria-hidden="true" />
        </button>
        <button
          type="button"
          className="pic-key"
          aria-label="Forward"
          disabled={!forward}
          onClick={() => forward?.('')}
        >
          <ArrowRight aria-hidden="true" />
        </button>
        <Address key={url} url={url} go={goto} />
      </div>
      <div className="pic-sheet">{children}</div>
    </div>
  )
}

// More would be too narrow to read; the inspector's text has them all.
const MOST_TABS = 20

function Address({ url, go }: { url: string; go: ((url: string) => void) | undefined }): ReactNode {
  const [text, setText] = useState(url)
  return (
    <input
      aria-label="Address"
      value={text}
      readOnly={!go}
      spellCheck={false}
      placeholder="No address in this observation"
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && text.trim() !== '') {
          event.preventDefault()
          go?.(text.trim())
        } else if (event.key === 'Escape' && text !== url) {
          event.preventDefault()
          event.stopPropagation()
          setText(url)
        }
      }}
    />
  )
}
