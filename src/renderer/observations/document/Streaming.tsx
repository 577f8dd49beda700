// An answer as it comes, kept at its end.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { printed } from './results/plain.ts'
import { Scroll } from './results/Scroll.tsx'

// What streamed further up is seen when it is done.
const TAIL = 20_000

export function Streaming({ title, text }: { title: string; text: string }): ReactNode {
  const box = useRef<HTMLElement>(null)
  const follows = useRef(true)
  useLayoutEffect(() => {
    if (box.current && follows.current && text !== '') box.current.scrollTop = box.current.scrollHeight
  }, [text])
  return (
    <section aria-label="Result" aria-busy="true" className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-10 shrink-0 items-center gap-2 border-line border-b px-4 py-1.5">
        <h2 className="min-w-0 flex-1 truncate font-medium">{title}</h2>
        <span role="status" className="text-muted text-xs">
          {text === '' ? 'Waiting for the first tokens' : 'Receiving the answer'}
        </span>
      </header>
      <Scroll
        ref={box}
        label="The answer so far"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollTop + clientHeight > scrollHeight - 40
        }}
        className="min-h-24 flex-1 bg-field px-4 py-3"
      >
        <pre
          data-testid="streamed"
          dir="auto"
          className="[overflow-wrap:anywhere] whitespace-pre-wrap font-mono text-xs leading-5"
        >
          {printed(text.slice(-TAIL))}
          <span className="ml-0.5 inline-block h-4 w-1.5 animate-pulse bg-accent align-text-bottom" />
        </pre>
      </Scroll>
    </section>
  )
}
