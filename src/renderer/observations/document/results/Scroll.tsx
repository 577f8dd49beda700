// A region that scrolls, and so must be reachable by keyboard and have a name.
import type { ComponentProps, ReactNode } from 'react'

export function Scroll({ label, className = '', ...rest }: { label: string } & ComponentProps<'section'>): ReactNode {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot scroll here
      tabIndex={0}
      className={`overflow-auto focus-visible:-outline-offset-2 ${className}`}
      {...rest}
    />
  )
}
