// Changes of a world's state, as a person reads them.
import {
  ChevronRight,
  CircleQuestionMark,
  Clock,
  CornerDownRight,
  Cpu,
  Database,
  FilePlus,
  FileText,
  FileX,
  Folder,
  GitBranch,
  Globe,
  Languages,
  Link,
  LogOut,
  type LucideIcon,
  Package,
  PackageX,
  Server,
  User,
  Users,
  Variable
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { StateChange } from '../core/tree/ground.ts'
import { count, counted } from './words.ts'

/** One effect: what it does, to what, and what is in it where that is text. */
export interface EffectLine {
  does: string
  to: string
  more: string
  content: string | null
}

export function told(effect: StateChange): EffectLine {
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
    case 'umask':
      return say('set the umask', effect.mask)
    case 'mode': {
      const whose = [effect.owner, effect.group].filter(Boolean).join(':')
      return say('set the owner or mode of', effect.path, [whose, effect.mode].filter(Boolean).join(', '))
    }
    case 'stamp': {
      const size = effect.size === undefined ? '' : `${effect.size} bytes`
      return say('set the size or time of', effect.path, [size, effect.modified].filter(Boolean).join(', '))
    }
    case 'link':
      return say('link', effect.path, `to ${effect.to}`)
    case 'install':
      if (!effect.name) return say('install', 'what package.json asks for', `with ${effect.manager}`)
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
      return say('add user', effect.name, account(effect))
    case 'group':
      return say('add group', effect.name, effect.gid === undefined ? '' : `number ${effect.gid}`)
    case 'clock':
      return say('set the clock', [effect.date, effect.time, effect.zone].filter(Boolean).join(' '))
    case 'locale':
      return say('set the locale', effect.name)
    case 'system':
      return say('name the system', `${effect.name} ${effect.version}`.trim())
    case 'service':
      return say('run', effect.name, effect.port === undefined ? '' : `listens on port ${effect.port}`)
    case 'version':
      return say('report version', `${effect.program} ${effect.version}`)
    case 'ask':
      return say('ask the model for', `${effect.program} ${effect.words ?? ''}`.trim())
    case 'host':
      return say('name the host', effect.name)
    case 'hardware':
      return say('report hardware', hardware(effect))
    case 'git':
      return say('create repository', effect.path, `branch ${effect.branch}`, history(effect) || null)
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

/** Its commits, oldest first, and what else is told of it, a line each. */
function history({ commits, branches, tags, remotes, pending }: Extract<StateChange, { do: 'git' }>): string {
  const named = (what: string, names: readonly (string | { name: string })[] | undefined) =>
    names ? [`${what}: ${names.map((one) => (typeof one === 'string' ? one : one.name)).join(', ')}`] : []
  return [
    ...commits.map((commit) => {
      const { message, author, date } = typeof commit === 'string' ? { message: commit } : commit
      return [message, author && `by ${author}`, date].filter(Boolean).join(', ')
    }),
    ...named('other branches', branches),
    ...named('tags', tags),
    ...named(
      'remotes',
      remotes?.map(({ name, url }) => `${name} ${url}`)
    ),
    ...named(
      'not committed',
      pending?.map(({ path, is }) => `${path} (${is})`)
    )
  ].join('\n')
}

/** As "home /home/ana, number 1001, in devs and docker". */
function account({ home, uid, groups, shell, sudo }: Extract<StateChange, { do: 'user' }>): string {
  const told = [
    `home ${home}`,
    uid !== undefined && `number ${uid}`,
    groups && `in ${groups.join(', ')}`,
    shell,
    sudo && 'sudo without a password'
  ]
  return told.filter(Boolean).join(', ')
}

/** As "2 cores, 4 GB memory (3.6 GB free), 40 GB disk". */
function hardware({ cores, memory, swap, disk, kernel, bits }: Extract<StateChange, { do: 'hardware' }>): string {
  const gb = (kib: number) => `${Math.round((kib / 2 ** 20) * 10) / 10} GB`
  const told = (name: string, { size, free }: { size: number; free?: number }) =>
    `${gb(size)} ${name}${free === undefined ? '' : ` (${gb(free)} free)`}`
  return [
    cores && counted(cores, 'core'),
    memory && told('memory', memory),
    swap && `${gb(swap)} swap`,
    disk && told('disk', disk),
    kernel && `kernel ${kernel}`,
    bits && `${bits} bits`
  ]
    .filter(Boolean)
    .join(', ')
}

function size(content: string): string {
  if (content === '') return 'empty'
  return counted(content.replace(/\n$/, '').split('\n').length, 'line')
}

const modeOf = (mode: number | undefined) => (mode === undefined ? '' : `mode ${mode.toString(8)}`)

const ICONS: Record<StateChange['do'], LucideIcon> = {
  write: FileText,
  append: FilePlus,
  remove: FileX,
  mkdir: Folder,
  link: Link,
  cwd: CornerDownRight,
  env: Variable,
  umask: Variable,
  mode: Users,
  stamp: Clock,
  install: Package,
  uninstall: PackageX,
  claim: CircleQuestionMark,
  seen: Folder,
  page: Globe,
  user: User,
  group: Users,
  clock: Clock,
  locale: Languages,
  system: Server,
  service: Server,
  version: Package,
  ask: CircleQuestionMark,
  host: Server,
  hardware: Cpu,
  git: GitBranch,
  exit: LogOut,
  entity: Database
}

// A repository's history alone may be hundreds of files.
const SHOWN = 40

export function EffectList({ effects, label }: { effects: readonly StateChange[]; label: string }): ReactNode {
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

function Line({ effect }: { effect: StateChange }): ReactNode {
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
