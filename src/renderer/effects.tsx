// Changes of a world's state, as a person reads them.
import {
  ChevronRight,
  CircleQuestionMark,
  CornerDownRight,
  Database,
  FilePlus,
  FileText,
  FileX,
  Folder,
  GitBranch,
  Globe,
  LogOut,
  type LucideIcon,
  Package,
  PackageX,
  Server,
  User,
  Variable
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Effect } from '../core/ground.ts'
import { count, counted } from './words.ts'

/** One effect: what it does, to what, and what is in it where that is text. */
export interface Told {
  does: string
  to: string
  more: string
  content: string | null
}

export function told(effect: Effect): Told {
  const say = (does: string, to: string, more = '', content: string | null = null) => ({ does, to, more, content })
  switch (effect.do) {
    case 'write':
      return say(
        'write',
        effect.path,
        [size(effect.content), modeOf(effect.mode)].filter(Boolean).join(', '),
        effect.content
      )
    case 'append':
      return say('append to', effect.path, size(effect.content), effect.content)
    case 'remove':
      return say('remove', effect.path)
    case 'mkdir':
      return say('create folder', effect.path)
    case 'cwd':
      return say('change to', effect.path)
    case 'env':
      return say('set', `${effect.name}=${effect.value}`)
    case 'install':
      return say('install', `${effect.name} ${effect.version}`.trim(), `with ${effect.manager}`)
    case 'uninstall':
      return say('uninstall', effect.name, `with ${effect.manager}`)
    case 'claim':
      return say(
        `claim ${effect.kind}`,
        effect.path,
        `exists; the model is asked when it is ${effect.kind === 'program' ? 'run' : 'read'}`
      )
    case 'seen':
      return say('list', effect.path)
    case 'page':
      return say('remember', effect.address, size(effect.content), effect.content)
    case 'user':
      return say('add user', effect.name, `home ${effect.home}`)
    case 'host':
      return say('name the host', effect.name)
    case 'git':
      return say('create repository', effect.path, `branch ${effect.branch}`, effect.commits.join('\n') || null)
    case 'exit':
      return say('exit with', String(effect.code))
    case 'entity':
      return effect.value === null
        ? say(`delete ${effect.kind}`, effect.id)
        : say(`store ${effect.kind}`, effect.id, '', JSON.stringify(effect.value, null, 2))
    default:
      return effect satisfies never
  }
}

function size(content: string): string {
  if (content === '') return 'empty'
  return counted(content.replace(/\n$/, '').split('\n').length, 'line')
}

const modeOf = (mode: number | undefined) => (mode === undefined ? '' : `mode ${mode.toString(8)}`)

const ICONS: Record<Effect['do'], LucideIcon> = {
  write: FileText,
  append: FilePlus,
  remove: FileX,
  mkdir: Folder,
  cwd: CornerDownRight,
  env: Variable,
  install: Package,
  uninstall: PackageX,
  claim: CircleQuestionMark,
  seen: Folder,
  page: Globe,
  user: User,
  host: Server,
  git: GitBranch,
  exit: LogOut,
  entity: Database
}

// A repository's history alone may be hundreds of files.
const SHOWN = 40

export function EffectList({ effects, label }: { effects: readonly Effect[]; label: string }): ReactNode {
  const [all, setAll] = useState(false)
  const shown = all ? effects : effects.slice(0, SHOWN)
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-0.5">
        {shown.map((effect, index) => (
          <Line key={index} effect={effect} />
        ))}
      </ul>
      {shown.length < effects.length && (
        <button type="button" className="link mt-1 text-xs" onClick={() => setAll(true)}>
          Show {count(effects.length - shown.length)} more
        </button>
      )}
    </>
  )
}

function Line({ effect }: { effect: Effect }): ReactNode {
  const { does, to, more, content } = told(effect)
  const Icon = ICONS[effect.do]
  const words = (
    <>
      <Icon size={13} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="text-muted">{does} </span>
        <code className="break-all font-mono">{to}</code>
        {more && <span className="text-muted">, {more}</span>}
      </span>
    </>
  )
  return (
    <li className="text-xs">
      {content ? (
        <details className="group">
          <summary className="flex list-none items-start gap-1.5 rounded">
            <ChevronRight size={12} aria-hidden className="mt-0.5 shrink-0 text-muted group-open:rotate-90" />
            {words}
          </summary>
          <pre className="ml-4.5 mt-1 mb-1.5 max-h-52 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-field px-2.5 py-1.5 font-mono text-[11px] leading-4">
            {content}
          </pre>
        </details>
      ) : (
        <span className="flex items-start gap-1.5 pl-4.5">{words}</span>
      )}
    </li>
  )
}
