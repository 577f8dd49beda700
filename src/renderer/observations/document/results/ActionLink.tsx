// A link that never opens: it acts in the world, or leads nowhere and says so.
import type { ReactNode } from 'react'
import type { Doing } from './doing.ts'

export function ActionLink(props: {
  url: string | null
  doing: Doing
  children: ReactNode
  className?: string
}): ReactNode {
  const { url, doing } = props
  // A page could name any scheme: only what a page reader could fetch is asked for.
  const action = url !== null && /^https?:\/\//i.test(url) ? doing.follow(url) : null
  if (action === null) {
    return (
      <span
        className="underline decoration-dotted decoration-muted underline-offset-4"
        title={`This link has no target in this world${url ? `: ${url}` : ''}`}
      >
        {props.children}
      </span>
    )
  }
  return (
    // Not an anchor: a middle click must not open what the page names.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <button
      type="button"
      role="link"
      aria-disabled={doing.busy}
      className={`inline cursor-pointer rounded text-left text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-current aria-disabled:cursor-default aria-disabled:text-muted ${props.className ?? ''}`}
      onClick={() => !doing.busy && doing.act(action)}
      onPointerEnter={() => doing.peek(action)}
      onPointerLeave={() => doing.peek(null)}
      onFocus={() => doing.peek(action)}
      onBlur={() => doing.peek(null)}
    >
      {props.children}
    </button>
  )
}
