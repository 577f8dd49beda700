// One link: its addresses to copy, who uses it, and how to hold or end it.
import { type ReactNode, useId, useState } from 'react'
import { BUILT_IN } from '../../core/contract/built-in.ts'
import type { DoorsStatus } from '../../core/contract/doors.ts'
import type { LinkRow } from '../../core/contract/links.ts'
import { visible } from '../../core/text/visible.ts'
import { AnswersChip } from '../origin.tsx'
import { useActions } from '../store/index.ts'
import { snippets } from './snippets.ts'

export function LinkCard(props: { link: LinkRow; url: string | null; doors: DoorsStatus['doors'] }): ReactNode {
  const { link, url } = props
  const { revokeLink, pauseLink } = useActions()
  const [sure, setSure] = useState(false)
  // The link is the built-in agent's own: no other agent uses it.
  const own = link.clients.some(({ door }) => door === BUILT_IN)
  const title = useId()
  return (
    <article aria-labelledby={title} className="flex flex-col gap-3 rounded-lg border border-line px-4 py-3">
      <header className="flex flex-wrap items-center gap-2">
        <h3 id={title} className="min-w-0 flex-1 truncate font-medium">
          {link.title}
        </h3>
        <AnswersChip answers={link.answers} />
        {link.paused && (
          <button type="button" className="button" onClick={() => void pauseLink(link.id, true, true)}>
            One call
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-pressed={link.paused}
          onClick={() => void pauseLink(link.id, !link.paused)}
        >
          {link.paused ? 'Resume' : 'Pause'}
        </button>
        <button
          type="button"
          className={`button ${sure ? 'border-danger text-danger' : ''}`}
          onBlur={() => setSure(false)}
          onClick={() => (sure ? void revokeLink(link.id) : setSure(true))}
        >
          {sure ? 'Revoke for good' : 'Revoke'}
        </button>
      </header>
      <p className="text-muted text-sm">
        {link.clients.length === 0
          ? 'Nobody has connected since Orrery was started.'
          : `${counted(link.calls)} by ${link.clients.map(({ name, door }) => visible(name || door)).join(', ')}.`}
        {link.forks && ' May fork.'}
        {link.previews > 0 && ' May preview.'}
        {link.parent !== null && ' Made by an agent.'}
        {link.paused && ' Its agent waits.'}
      </p>
      {url && !own && (
        <Snippets
          base={`${url}/w/${link.secret}`}
          doors={props.doors.filter(({ name }) => link.doors.includes(name))}
        />
      )}
    </article>
  )
}

const counted = (calls: number): string => (calls === 1 ? '1 request' : `${calls.toLocaleString()} requests`)

function Snippets({ base, doors }: { base: string; doors: DoorsStatus['doors'] }): ReactNode {
  const [chosen, setChosen] = useState('mcp')
  const [copied, setCopied] = useState(false)
  const id = useId()
  const others = doors
    .filter(({ name }) => name !== 'mcp')
    .map(({ name, title, description, example }) => ({
      id: name,
      title,
      door: name,
      note: description,
      text: (url: string) => (example ? `${url}\n${example.replace('{url}', url)}` : url)
    }))
  const all = [...snippets.filter(({ door }) => doors.some(({ name }) => name === door)), ...others]
  const one = all.find((snippet) => snippet.id === chosen) ?? all[0]
  if (!one) return null
  const text = one.text(`${base}/${one.door}`)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-sm">
          For
        </label>
        <select
          id={id}
          className="field max-w-80"
          value={one.id}
          onChange={({ target }) => {
            setChosen(target.value)
            setCopied(false)
          }}
        >
          {all.map((snippet) => (
            <option key={snippet.id} value={snippet.id}>
              {snippet.title}
            </option>
          ))}
        </select>
        <button type="button" className="button" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md border border-line bg-field px-3 py-2 font-mono text-sm">
        {text}
      </pre>
      <p className="text-muted text-sm">{one.note}</p>
    </div>
  )
}
