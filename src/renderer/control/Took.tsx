// One turn of a run: what was done, what disturbed it, what was observed.
import { Zap } from 'lucide-react'
import type { ReactNode } from 'react'

// Enough to see what differs; the world itself has all of it.
const MOST = 1500

interface Props {
  /** `null`: told elsewhere. */
  action: string | null
  fired: string[] | undefined
  /** `null`: told elsewhere. */
  text: string | null
}

export function Took({ action, fired, text }: Props): ReactNode {
  return (
    <>
      {(action !== null || fired) && (
        <p className="flex items-baseline gap-2">
          <code className="min-w-0 flex-1 break-words font-medium font-mono text-xs">{action}</code>
          {fired && (
            <span className="flex items-center gap-1 text-accent text-xs">
              <Zap size={12} aria-hidden />
              {fired.join(', ')}
            </span>
          )}
        </p>
      )}
      {text !== null && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap break-words font-mono text-muted text-xs first:mt-0"
        >
          {text.length > MOST ? `${text.slice(0, MOST)}…` : text || '(nothing)'}
        </pre>
      )}
    </>
  )
}
