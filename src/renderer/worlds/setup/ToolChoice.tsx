// Which tools of a list a world has, and what they take of every prompt: search and checkboxes, for thousands too.
import { Search, Trash2 } from 'lucide-react'
import { type ReactNode, type Ref, useDeferredValue, useMemo, useState } from 'react'
import type { CallInput, CallOutput } from '../../../core/contract/index.ts'
import type { Tool } from '../../../core/tree/model.ts'
import { useAsked } from '../../loaded.ts'
import { findTools } from '../../observations/document/find.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import { IconButton } from '../../ui.tsx'
import { count, counted } from '../../words.ts'

interface Props {
  offered: Tool[]
  chosen: ReadonlySet<string>
  /** How many tools the world gets when none is chosen. */
  usual: number
  /** Rules that the size depends on. */
  rules: Pick<CallInput<'tools.cost'>, 'domain' | 'template' | 'hideOutputSchemas'>
  search: Ref<HTMLInputElement>
  onChoose(names: ReadonlySet<string>): void
  onRemove(name: string): void
}

// Rows drawn at once: a page of 2,000 would be slow to open and nobody reads that far.
const PAGE = 100
// A shorter list is seen as a whole.
const SEARCHED_FROM = 8

export function ToolChoice({ offered, chosen, usual, rules, search, onChoose, onRemove }: Props): ReactNode {
  const [query, setQuery] = useState('')
  const [rows, setRows] = useState(PAGE)
  const settled = useDeferredValue(query)
  const found = useMemo(() => findTools(offered, settled), [offered, settled])
  const costs = useCosts(offered, rules)
  const sizes = costs && (costs.tokens ?? costs.characters)
  const unit = costs?.tokens ? 'tokens' : 'characters'
  const sizeOf = useMemo(() => new Map(offered.map(({ name }, at) => [name, sizes?.[at] ?? 0])), [offered, sizes])
  const total = [...chosen].reduce((sum, name) => sum + (sizeOf.get(name) ?? 0), 0)
  const toggle = (names: string[], on: boolean) => {
    const next = new Set(chosen)
    for (const name of names) on ? next.add(name) : next.delete(name)
    onChoose(next)
  }
  const names = found.map(({ name }) => name)
  const matches = `${count(found.length)} ${found.length === 1 ? 'match' : 'matches'}`
  const which = settled.trim() ? `the ${matches}` : 'the tools'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <div className={offered.length < SEARCHED_FROM ? 'sr-only' : 'relative min-w-0 flex-1'}>
          <Search size={13} aria-hidden className="-translate-y-1/2 absolute top-1/2 left-2 text-muted" />
          <input
            ref={search}
            type="search"
            aria-label="Search the tools"
            className="field h-7 pl-7 text-xs"
            placeholder={`Search ${counted(offered.length, 'tool')}`}
            spellCheck={false}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setRows(PAGE)
            }}
          />
        </div>
        <button
          type="button"
          className="button h-7 shrink-0"
          aria-label={`All of ${which}`}
          disabled={names.every((name) => chosen.has(name))}
          onClick={() => toggle(names, true)}
        >
          All
        </button>
        <button
          type="button"
          className="button h-7 shrink-0"
          aria-label={`None of ${which}`}
          disabled={!names.some((name) => chosen.has(name))}
          onClick={() => toggle(names, false)}
        >
          None
        </button>
      </div>
      <ul aria-label="Tools of this world" className="max-h-64 overflow-y-auto rounded-md border border-line">
        {found.slice(0, rows).map((tool) => (
          <li key={tool.name} className="flex items-center gap-1 border-line pr-1 not-last:border-b hover:bg-hover">
            <label className="flex min-w-0 flex-1 items-center gap-2.5 py-1 pl-2.5">
              <input
                type="checkbox"
                aria-label={tool.name}
                className="shrink-0 accent-accent"
                checked={chosen.has(tool.name)}
                onChange={(event) => toggle([tool.name], event.target.checked)}
              />
              <span className="min-w-0 flex-1">
                <code className="block truncate font-mono text-xs">{signature(tool)}</code>
                <span className="block truncate text-muted text-xs">{tool.description?.split('\n')[0]}</span>
              </span>
              {sizes && (
                <span className="shrink-0 text-muted text-xs tabular-nums" title={`${unit} of every prompt`}>
                  {count(sizeOf.get(tool.name) ?? 0)}
                </span>
              )}
            </label>
            <IconButton label={`Remove ${tool.name}`} onClick={() => onRemove(tool.name)}>
              <Trash2 size={13} aria-hidden />
            </IconButton>
          </li>
        ))}
        {found.length > rows && (
          <li className="px-2.5 py-1.5">
            <button type="button" className="button h-7" onClick={() => setRows(rows + PAGE)}>
              Show {count(Math.min(PAGE, found.length - rows))} more of {count(found.length - rows)}
            </button>
          </li>
        )}
        {found.length === 0 && (
          <li className="px-2.5 py-1.5 text-muted text-xs">
            No tool has “{settled}” in its name, title or description.
          </li>
        )}
      </ul>
      <p role="status" className="text-muted text-xs">
        {chosen.size === 0
          ? `No tool is chosen: the world has the ${counted(usual, 'default tool')} until one is.`
          : `${count(chosen.size)} of ${counted(offered.length, 'tool')}${sizes ? `, ${count(total)} ${unit} of every prompt` : ''}.`}
      </p>
    </div>
  )
}

/** What each offered tool takes; `null` until that is known. Asked again when a model starts or stops counting. */
function useCosts(
  offered: Tool[],
  { domain, template, hideOutputSchemas }: Props['rules']
): CallOutput<'tools.cost'> | null {
  const model = useOrrery(({ engine }) => `${engine?.model} ${engine?.state === 'ready'}`)
  const { costTools } = useActions()
  const [costs, setCosts] = useState<{ of: Tool[]; told: CallOutput<'tools.cost'> } | null>(null)
  useAsked(
    () => costTools({ domain, template, tools: offered, hideOutputSchemas }),
    (told) => told && setCosts({ of: offered, told }),
    [offered, domain, template, hideOutputSchemas, model, costTools]
  )
  return costs?.of === offered ? costs.told : null
}

/** `get_book(id, trace?)` */
export function signature({ name, inputSchema: { properties, required } }: Tool): string {
  const needed = Array.isArray(required) ? required : []
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return `${name}(${names.map((one) => (needed.includes(one) ? one : `${one}?`)).join(', ')})`
}
