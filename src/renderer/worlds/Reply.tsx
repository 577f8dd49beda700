// The place where a person answers who plays the user of the world: what was said to them, their part, and their words.
import { MessageCircle, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { findDomain } from '../../core/domains/index.ts'
import { isObject } from '../../core/text/json.ts'
import type { Action } from '../../core/tree/model.ts'
import type { UserUse } from '../../core/tree/user.ts'
import { JsonText } from '../observations/document/JsonText.tsx'
import { Scroll } from '../observations/document/results/Scroll.tsx'
import { type OpenWorld, type Run, runningElsewhere, setup } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { useKept } from '../unsaved.ts'

/** What waits on the branch shown for the answer of a person; nothing where nothing does. */
export function Reply({ world, run }: { world: OpenWorld; run: Run | null }): ReactNode {
  const draft = useOrrery((state) => runningElsewhere(state, world.branch))
  const { user, domain } = setup(world)
  const { says } = findDomain(domain)
  // Another program has a window of its own, or none.
  const other = draft?.runner?.own ? draft : null
  const action = run?.action ?? other?.action
  const message = action === undefined ? null : (says?.(action) ?? null)
  if (user?.answers !== 'person' || message === null) return null
  // Another message, another box.
  const key = run ? `${run.parent}` : other?.id
  return <ReplyBox key={key} {...{ world, user, message }} agent={run ? null : (other?.agent ?? 'another window')} />
}

interface Props {
  world: OpenWorld
  user: UserUse
  message: string
  /** Who waits; `null` for the person at this window. */
  agent: string | null
}

function ReplyBox({ world: { branch }, user, message, agent }: Props): ReactNode {
  const { reply, cancel } = useActions()
  // Who looks at another world, or cancels the step, finds them at the same message again.
  const [words, setWords] = useKept<string>(`reply ${branch} ${message}`, '')
  const heading = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // Whoever types elsewhere goes on typing there.
    if (document.activeElement?.matches(':is(input, textarea, select)') && agent !== null) return
    box.current?.focus()
  }, [agent])
  const say = async (leaves = false) => {
    const text = words.trim()
    if (!text) return
    const said = await reply(branch, { do: 'say', text, ...(leaves && { leaves: true }) })
    if (said !== undefined) setWords(null)
  }
  const stop = () => (agent === null ? cancel() : void reply(branch, { do: 'decline' }))
  return (
    <section
      aria-labelledby={heading}
      className="flex max-h-[45%] shrink-0 flex-col gap-2 overflow-y-auto border-accent border-t-2 bg-raised px-4 py-2.5"
    >
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        <p id={heading} className="flex items-center gap-2">
          <MessageCircle size={15} aria-hidden className="shrink-0 text-accent" />
          <span className="font-medium">You are the user.</span>
          <span className="text-muted">{agent === null ? 'It is said to you:' : `${agent} says to you:`}</span>
        </p>
        <blockquote className="min-w-0 whitespace-pre-wrap break-words font-medium">{message}</blockquote>
      </div>
      <YourPart user={user} />
      {user.tools.length > 0 && <OwnTools branch={branch} tools={user.tools} />}
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          aria-label="Your answer"
          placeholder="Your answer"
          rows={2}
          className="field min-w-0 flex-1 resize-none"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault()
              void say()
            } else if (event.key === 'Escape') {
              event.preventDefault()
              stop()
            }
          }}
        />
        <button type="button" className="button-primary" disabled={!words.trim()} onClick={() => void say()}>
          Answer
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="button h-7" disabled={!words.trim()} onClick={() => void say(true)}>
          Answer and leave
        </button>
        <button type="button" className="button h-7" onClick={stop}>
          {agent === null ? 'Cancel the step' : 'Do not answer'}
        </button>
        <span className="ml-auto text-muted text-xs">
          <kbd className="kbd">Enter</kbd> answers, <kbd className="kbd">Esc</kbd>{' '}
          {agent === null ? 'cancels the step' : 'does not answer'}
        </span>
      </div>
    </section>
  )
}

/** Who the person is to be. */
function YourPart({ user: { persona, wants, knows } }: { user: UserUse }): ReactNode {
  const facts = Object.entries(knows)
  if (!persona && !wants && !facts.length) return null
  return (
    <Scroll label="Your part" className="max-h-20 shrink-0 text-muted text-xs">
      {persona && <p>{persona}</p>}
      {wants && <p>You want: {wants}</p>}
      {facts.length > 0 && (
        <p>
          You know:{' '}
          {facts.map(([name, value], index) => (
            <span key={name}>
              {index > 0 && ', '}
              {name.replaceAll('_', ' ')} <code className="font-mono text-ink">{value}</code>
            </span>
          ))}
        </p>
      )}
    </Scroll>
  )
}

/** Tools of the user's own, of which one is used before each answer. */
function OwnTools({ branch, tools }: { branch: string; tools: string[] }): ReactNode {
  const { reply } = useActions()
  const [tool, setTool] = useState(tools[0] ?? '')
  const [given, setGiven] = useState<Action | undefined>({})
  const [used, setUsed] = useState<{ tool: string; text: string } | null>(null)
  const [working, setWorking] = useState(false)
  const editor = useId()
  const use = async () => {
    if (!isObject(given)) return
    setWorking(true)
    const text = await reply(branch, { do: 'use', tool, arguments: given as Record<string, Action> })
    setWorking(false)
    if (typeof text === 'string') setUsed({ tool, text })
  }
  if (used) {
    return (
      <div className="rounded-md border border-line border-dashed px-3 py-1.5 text-xs">
        <p className="text-muted">
          You used <code className="font-mono text-ink">{used.tool}</code>. Now answer.
        </p>
        <Scroll label="What your tool showed" className="mt-1 max-h-32 whitespace-pre-wrap break-words font-mono">
          {used.text}
        </Scroll>
      </div>
    )
  }
  return (
    <details className="text-xs">
      <summary className="flex w-fit items-center gap-1.5 rounded text-muted">
        <Smartphone size={12} aria-hidden /> Use a tool of your own
      </summary>
      <div className="mt-1 flex flex-wrap items-start gap-2">
        <select
          aria-label="Your tool"
          className="field w-auto"
          value={tool}
          onChange={({ target }) => setTool(target.value)}
        >
          {tools.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <div className="flex min-w-40 flex-1 flex-col gap-1">
          <JsonText
            id={editor}
            label="Its arguments as JSON"
            value={given}
            described={undefined}
            wrong={given !== undefined && !isObject(given)}
            onChange={(read) => setGiven(read.ok ? (read.value ?? {}) : undefined)}
          />
        </div>
        <button type="button" className="button" disabled={working || !isObject(given)} onClick={() => void use()}>
          Use it
        </button>
      </div>
    </details>
  )
}
