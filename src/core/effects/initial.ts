// What an initial state comes to: the sentences and listings of a world's first page, read by rules into effects. What no rule reads stays with
// the model, which is told the whole text.

import type { Effect } from '../ground.ts'
import { absolute } from '../shell/commands.ts'

/** A world before its first step. */
export interface Initial {
  user: string
  home: string
  host: string | null
  cwd: string
  /** The prompt line as the text ends in it, without the blank behind it; `null` where it ends in none. */
  prompt: string | null
  /** In the order in which they can be done. */
  effects: Effect[]
}

const PROMPT = /(?:^|\n)(?:\([^)\n]*\) )?(\[?([\w.-]+)@([\w.-]+)(?::| )\s?([^\]\n]*?)\]? ?[#$%])[ \t]*\n*$/

/** @param cwd where relative paths lie, where the text does not say */
export function readInitial(text: string, { cwd: usual }: { cwd?: string } = {}): Initial {
  const body = text.replaceAll('\r\n', '\n')
  const [, prompt = null, promptUser, promptHost, promptFolder] = PROMPT.exec(body) ?? []
  const user = promptUser ?? /\b[Uu]ser (?:is )?([a-z_][\w-]*)\b/.exec(body)?.[1] ?? 'root'
  const home =
    /\bhome(?: folder| directory)?(?: is|:)? (\/[\w./-]*\w)/i.exec(body)?.[1] ??
    (user === 'root' ? '/root' : `/home/${user}`)
  const host = promptHost ?? /\bhostname(?: is|:)? ([a-z][\w.-]*\w)/i.exec(body)?.[1] ?? null
  const place = placeIn(body)
  const cwd = promptFolder ? absolute(promptFolder, { cwd: '/', home }) : (place ?? usual ?? home)
  // `~` in a prompt is exact; a prompt that shows only the last part of a path is completed by the path that the text names.
  const named = place && promptFolder && !/[/~]/.test(promptFolder) && place.endsWith(`/${promptFolder}`) ? place : cwd
  const folder = promptFolder ? named : cwd
  const at = { cwd: place ?? folder, home }
  const files = listings(body, at)
  const effects: Effect[] = [
    ...(user === 'root' ? [] : [{ do: 'user' as const, name: user, home }]),
    ...(host ? [{ do: 'host' as const, name: host }] : []),
    { do: 'mkdir', path: folder },
    ...files,
    ...holdings(body, at, files),
    ...missing(body),
    ...installed(body),
    ...variables(body),
    ...repository(body, at.cwd),
    { do: 'cwd', path: folder }
  ]
  return { user, home, host, cwd: folder, prompt, effects: unique(effects) }
}

/** The folder that the text is about: a repository's, or the one that someone is in. */
function placeIn(text: string): string | null {
  const named =
    /\b(?:repository|project|working (?:directory|folder)|work tree|checkout|cwd)\b[^.\n/]{0,20}[: ](\/[\w.@/-]*[\w@-])/i.exec(
      text
    ) ??
    /\b(?:shell bash, )?in (\/[\w.@/-]*[\w@-])[,.;\n]/.exec(text) ??
    /^(\/[\w.@/-]*[\w@-]), (?:a|the) .{0,30}repository/im.exec(text)
  return named?.[1] ?? null
}

const PATH = /^(?:[-*] )?`?((?:~|\.{1,2})?\/?[\w@.+-]+(?:\/[\w@.+-]+)*)`?:?$/

/** Paths alone on a line, each with its content indented below it. */
function listings(text: string, at: { cwd: string; home: string }): Effect[] {
  const lines = text.split('\n')
  const found: Effect[] = []
  for (let index = 0; index < lines.length; index++) {
    const [, path] = PATH.exec(lines[index] ?? '') ?? []
    if (path === undefined) continue
    const block: string[] = []
    const indent = /^(?: {2,}|\t)/.exec(lines[index + 1] ?? '')?.[0]
    if (indent === undefined) continue
    while (
      index + 1 < lines.length &&
      (lines[index + 1]?.startsWith(indent) ||
        (lines[index + 1] === '' && upcoming(lines, index + 2)?.startsWith(indent)))
    ) {
      block.push(lines[++index]?.slice(indent.length) ?? '')
    }
    const whole = absolute(path, at)
    const content = block.join('\n')
    if (/^\(?(?:an )?empty(?: file)?\)?$/i.test(content.trim())) found.push({ do: 'write', path: whole, content: '' })
    // Content that is left out is claimed, not shown.
    else if (/^(?:\.\.\.|…)$/m.test(content)) found.push({ do: 'claim', path: whole, kind: 'file' })
    else found.push({ do: 'write', path: whole, content: `${content}\n` })
  }
  return found
}

const upcoming = (lines: string[], from: number): string | undefined => lines.slice(from).find((line) => line !== '')

/** "/root holds .bashrc, .ssh/ and nothing else": names that are there without their content. */
function holdings(text: string, { home }: { cwd: string; home: string }, files: Effect[]): Effect[] {
  const known = new Set(files.flatMap((one) => ('path' in one ? one.path : [])))
  const found: Effect[] = []
  for (const [, folder = '', list = ''] of text.matchAll(
    /(?:^|[\s,;])(~?\/[\w./@-]*\w|~) (?:holds|contains|has)\s+([^\n]*?)(?:\.(?=\s|$)|;|\n|$)/gm
  )) {
    for (const [, empty, name = ''] of list.matchAll(
      /(?:^|,\s*|\band\s+)(?:(an empty folder|a folder|a file|the file|the folder) )?`?([\w@.+-]+(?:\/[\w@.+-]+)*\/?)`?(?=\s*(?:,|\band\b|\(|$))/g
    )) {
      if (!/[./]/.test(name) && !empty) continue
      const path = absolute(name, { cwd: absolute(folder, { cwd: '/', home }), home })
      if (known.has(path)) continue
      const isFolder = name.endsWith('/') || /folder/.test(empty ?? '')
      if (isFolder && empty === 'an empty folder') found.push({ do: 'mkdir', path })
      else found.push({ do: 'claim', path, kind: isFolder ? 'folder' : 'file' })
    }
  }
  return found
}

/** "Not installed: git, docker": programs that the machine has and the world lacks. */
function missing(text: string): Effect[] {
  return [...text.matchAll(/\bnot installed:\s*([^\n]*?)(?:\.(?=\s|$)|\n|$)/gi)].flatMap(([, list = '']) =>
    list.split(/,| and /).flatMap((name): Effect[] => {
      const program = name.trim().toLowerCase()
      return /^[\w+.-]+$/.test(program) ? [{ do: 'uninstall', manager: 'apt', name: program }] : []
    })
  )
}

/** "Installed: curl, node 18.19.0": programs that the world has, and the machine may lack. */
function installed(text: string): Effect[] {
  const lists = text.matchAll(/(?<!\bnot )\b(?:installed|with):?\s+([^\n]*?)(?:\.(?=\s|$)|\n|$)/gi)
  return [...lists].flatMap(([, list = '']) =>
    list.split(/,| and | with /).flatMap((part): Effect[] => {
      const [, name, version] = /^\s*([A-Za-z][\w+-]*)(?: v?(\d[\w.+-]*))?\s*$/.exec(part) ?? []
      if (!name || NO_PROGRAM.test(name) || (!version && !PROGRAMS.has(name.toLowerCase()))) return []
      return [{ do: 'install', manager: 'apt', name: name.toLowerCase(), version: version ?? '' }]
    })
  )
}

const NO_PROGRAM = /^(?:kernel|driver|cuda|linux|debian|ubuntu)$/i

// Names that are programs also where no version stands behind them.
const PROGRAMS = new Set(
  'docker node npm go cargo rustc java mvn gradle kubectl helm terraform ansible nginx mysql psql redis-cli mongosh ffmpeg gcc g++ clang cmake perl ruby php'.split(
    ' '
  )
)

/** "Environment: A=1, B=two" or lines such as `export A=1`. */
function variables(text: string): Effect[] {
  const lines = text.matchAll(/^\s*(?:export |environment(?: variables)?:\s*)([A-Z_][A-Z0-9_]*=[^\n]*)$/gim)
  return [...lines].flatMap(([, list = '']) =>
    [...list.matchAll(/([A-Z_][A-Z0-9_]*)=("[^"]*"|'[^']*'|[^\s,]*)/g)].map(
      ([, name = '', value = '']): Effect => ({ do: 'env', name, value: value.replace(/^(["'])(.*)\1$/, '$2') })
    )
  )
}

/** A git repository's branch and history. */
function repository(text: string, path: string): Effect[] {
  if (!/\bgit\b[^\n]*\b(?:repository|branch|commit|history|clean)|\bgit repository\b|\bGit:/i.test(text)) return []
  const branch = /\bbranch ([\w./-]*\w)/i.exec(text)?.[1] ?? 'main'
  const [, order = 'newest', history] = /\bhistory(?:, (newest|oldest) first)?:\s*([^\n]*)/i.exec(text) ?? []
  const told = history ?? /\b(?:last|one|latest) commit\b[^\n]*/i.exec(text)?.[0] ?? ''
  const commits = [...told.matchAll(/"([^"\n]+)"/g)].map(([, message = '']) => message)
  return [{ do: 'git', path, branch, commits: order === 'newest' ? commits.reverse() : commits }]
}

function unique(effects: Effect[]): Effect[] {
  const seen = new Set<string>()
  return effects.filter((effect) => {
    const text = JSON.stringify(effect)
    return !seen.has(text) && seen.add(text)
  })
}
