// What an agent and the user of a world said to each other, with what both did in between.
import { LogOut, Smartphone, Wrench } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { type TalkPart, talkParts, type UserActs } from '../../core/domains/talk.ts'
import type { Live } from '../../core/observations/terminal/transcript.ts'
import { visible } from '../../core/text/visible.ts'
import type { Action, Setup, Step, StepId } from '../../core/tree/model.ts'
import { Scroll } from './document/results/Scroll.tsx'

export interface ConversationProps {
  setup: Setup
  steps: readonly Step[]
  /** What is said at the moment, and the answer as it comes. */
  live: Live | null
  acts: UserActs | undefined
  /** Shows what a tool answered. */
  onPick(step: StepId): void
}

export function Conversation({ setup, steps, live, acts, onPick }: ConversationProps): ReactNode {
  const parts = useMemo(() => talkParts(setup, steps, acts), [setup, steps, acts])
  const list = useRef<HTMLOListElement>(null)
  const length = parts.length + (live ? live.observation.length + 1 : 0)
  // The newest words are in sight; nothing around the pane moves.
  useLayoutEffect(() => {
    const pane = list.current?.parentElement
    if (pane && length >= 0) pane.scrollTop = pane.scrollHeight
  }, [length])
  const { says } = findDomain(setup.domain)
  const said = live && (says?.(live.action) ?? null)
  return (
    <ol ref={list} aria-label="Conversation" className="flex flex-col gap-2 px-4 py-3">
      {parts.map((part, index) => (
        // A step has several parts, in an order that never changes.
        <li key={index} className="flex flex-col">
          <Part part={part} labelOf={(action) => labelOf(findDomain(setup.domain), action, null)} onPick={onPick} />
        </li>
      ))}
      {said !== null && live && (
        <>
          <li className="flex flex-col">
            <Bubble by="agent" words={said} />
          </li>
          <li className="flex flex-col">
            {live.observation ? (
              <Bubble by="user" words={live.observation} />
            ) : (
              <p role="status" className="px-1 text-muted text-xs">
                The user has not answered yet.
              </p>
            )}
          </li>
        </>
      )}
    </ol>
  )
}

function Part(props: { part: TalkPart; labelOf(action: Action): string; onPick(step: StepId): void }): ReactNode {
  const { part, onPick } = props
  const { step } = part
  switch (part.by) {
    case 'agent':
      return <Bubble by="agent" words={part.words} />
    case 'user':
      return (
        <>
          {part.words && <Bubble by="user" words={part.words} />}
          {part.left && (
            <p className="mt-2 flex items-center justify-center gap-1.5 text-muted text-xs">
              <LogOut size={12} aria-hidden /> The user has left.
            </p>
          )}
        </>
      )
    case 'agent-tool':
      return (
        <button
          type="button"
          title="Show what it answered"
          onClick={() => step !== null && onPick(step)}
          className="flex max-w-[85%] items-center gap-1.5 self-end rounded px-1.5 py-0.5 text-muted text-xs hover:bg-hover hover:text-ink"
        >
          <Wrench size={12} aria-hidden className="shrink-0" />
          <span className="sr-only">The agent used </span>
          <code className="truncate font-mono">{props.labelOf(part.action)}</code>
        </button>
      )
    case 'user-tool':
      return (
        <div className="max-w-[85%] self-start rounded-md border border-line border-dashed px-3 py-1.5 text-xs">
          <p className="flex items-center gap-1.5 text-muted">
            <Smartphone size={12} aria-hidden className="shrink-0" /> The user used{' '}
            <code className="font-mono text-ink">{props.labelOf(part.action)}</code>
          </p>
          <Scroll label="What it showed" className="mt-1 max-h-32 whitespace-pre-wrap break-words font-mono">
            {visible(part.result)}
          </Scroll>
        </div>
      )
    default:
      return part satisfies never
  }
}

const NAMES = { agent: 'Agent', user: 'User' }
const SIDES = { agent: 'self-end bg-selected', user: 'self-start border border-line bg-raised' }

function Bubble({ by, words }: { by: 'agent' | 'user'; words: string }): ReactNode {
  return (
    <div className={`max-w-[85%] rounded-lg px-3 py-1.5 ${SIDES[by]}`}>
      <p className="text-muted text-xs">{NAMES[by]}</p>
      <p dir="auto" className="whitespace-pre-wrap break-words">
        {visible(words)}
      </p>
    </div>
  )
}
