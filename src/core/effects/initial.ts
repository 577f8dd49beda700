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
    ...holdings(told(body), at, files),
    ...missing(body),
    ...installed(body),
    ...variables(body),
    ...repository(body, at.cwd),
    { do: 'cwd', path: folder }
  ]
  return { user, home, host, cwd: folder, prompt, effects: unique(effects) }
}

/** The sentences of the text: without the prompt line, and without the content of files. */
function told(text: string): string {
  return text
    .replace(PROMPT, '\n')
    .split('\n')
    .filter((line) => !/^(?: {2,}|\t)/.test(line))
    .join('\n')
}

/** The folder that the text is about: a repository's, or the one that someone is in. */
function placeIn(text: string): string | null {
  const named =
    /\b(?:repository|project|working (?:directory|folder)|work tree|checkout|cwd)(?: is| lies)?(?: at| in|:)? (\/[\w.@/-]*[\w@-])/i.exec(
      text
    ) ??
    /\bshell (?:is )?in (\/[\w.@/-]*[\w@-])/.exec(text) ??
    /\bshell bash, in (\/[\w.@/-]*[\w@-])/.exec(text) ??
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

// Files whose names have no ending.
const FILES = new Set(['Makefile', 'Dockerfile', 'LICENSE', 'README', 'Gemfile', 'Procfile'])

/** The words of `list` that name files, by their ending or because only files are called so, and folders, by their slash. */
function namesIn(list: string): { name: string; before: string }[] {
  return [...list.matchAll(/[^\s,;()]+/g)].flatMap(({ 0: word, index }) => {
    const name = word.replaceAll(/[`'"]/g, '').replace(/[.:!?]$/, '')
    const last = name.split('/').at(-1) ?? ''
    const ending = last.slice(last.lastIndexOf('.') + 1)
    const isFile = FILES.has(last) || (last.includes('.') && /^[A-Za-z]\w{0,9}$/.test(ending))
    if (!/^[\w@+.-][\w@.+/-]*$/.test(name) || !(isFile || name.endsWith('/'))) return []
    return list.slice(index + word.length).startsWith(' files') ? [] : [{ name, before: list.slice(0, index) }]
  })
}

/** "/root holds .bashrc, .ssh/ and nothing else": names that are there without their content. */
function holdings(text: string, { home }: { cwd: string; home: string }, files: Effect[]): Effect[] {
  const known = new Set(files.flatMap((one) => ('path' in one ? one.path : [])))
  const found: Effect[] = []
  const claim = (path: string, before: string, kind: 'file' | 'folder'): void => {
    if (known.has(path) || OWN.test(path)) return
    known.add(path)
    const empty = before.slice(-40).split(',').at(-1) ?? ''
    if (kind === 'folder' && /\bempty (?:folder|directory)/.test(empty)) found.push({ do: 'mkdir', path })
    else found.push({ do: 'claim', path, kind })
  }
  for (const sentence of text.split(/[.;](?=\s|$)|\n\n|\n(?=[A-Z])/)) {
    const { folder, list } = held(sentence, home)
    if (folder !== null && !DENIED.test(list.split(/,| and /)[0] ?? '')) {
      for (const { name, before } of namesIn(list)) {
        claim(absolute(name, { cwd: folder, home }), before, name.endsWith('/') ? 'folder' : 'file')
      }
      if (!known.has(folder) && !OWN.test(folder)) found.push({ do: 'mkdir', path: folder })
    }
    if (DENIED.test(sentence)) continue
    // A file that is named by its whole path is there, whatever is said of it.
    for (const [word] of sentence.matchAll(/[^\s,;()]+/g)) {
      const path = word.replaceAll(/[`'"]/g, '').replace(/[.:!?]$/, '')
      if (/^[~/]/.test(path) && namesIn(path.slice(1)).length > 0 && !path.endsWith('/'))
        claim(absolute(path, { cwd: '/', home }), '', 'file')
    }
  }
  return found
}

const DENIED = /\b(?:not|no|missing|without|lacks|doesn't)\b/

/** The folder that a sentence is about, and what it says is in it. */
function held(sentence: string, home: string): { folder: string | null; list: string } {
  for (const { 0: verb, index } of sentence.matchAll(/\b(?:holds|contains|has|with)\b/g)) {
    const before = sentence.slice(0, index)
    const place = before.split(/\s+/).findLast((word) => /^[~/]/.test(word))
    const list = sentence.slice(index + verb.length)
    if (place !== undefined) return { folder: absolute(place.replace(/[,:]$/, ''), { cwd: '/', home }), list }
    if (/\bhome (?:folder|directory)/.test(before)) return { folder: home, list }
  }
  return { folder: null, list: '' }
}

// What the machine has of its own, or makes as it goes.
const OWN = /^\/(?:dev|proc|sys|usr\/(?:s?bin|lib)|bin|sbin|lib)\//

/** "Not installed: git, docker": programs that the machine has and the world lacks. */
function missing(text: string): Effect[] {
  return [...text.matchAll(/\bnot installed:([^\n]*)/gi)].flatMap(([, list = '']) =>
    (list.split(/\.(?:\s|$)/)[0] ?? '').split(/,| and /).flatMap((name): Effect[] => {
      const program = name.trim().toLowerCase()
      return /^[\w+.-]+$/.test(program) ? [{ do: 'uninstall', manager: 'apt', name: program }] : []
    })
  )
}

// Programs by what people call what they belong to. What the machine has is not put in the place of.
const PROGRAMS: [said: RegExp, programs: string[]][] = [
  [/\bdocker\b/i, ['docker']],
  [/\bpodman\b/i, ['podman']],
  [/\b(?:kubernetes|kubectl|k8s|minikube)\b/i, ['kubectl']],
  [/\bhelm\b/i, ['helm']],
  [/\bpostgres(?:ql)?\b|\bpsql\b/i, ['psql', 'pg_dump', 'createdb']],
  [/\b(?:mysql|mariadb)\b/i, ['mysql', 'mysqldump']],
  [/\bredis\b/i, ['redis-cli']],
  [/\bmongo(?:db)?\b/i, ['mongosh']],
  [/\bnginx\b/i, ['nginx']],
  [/\bnode(?:\.?js)?\b(?! of)|\bnpm\b/i, ['node', 'npm', 'npx']],
  [/\byarn\b/i, ['yarn']],
  [/\bpnpm\b/i, ['pnpm']],
  [/\b(?:rust|cargo|rustc)\b/i, ['cargo', 'rustc']],
  [/\b(?:golang|go) \d|\bgolang\b/i, ['go']],
  [/\b(?:java|jdk|openjdk|maven)\b/i, ['java', 'javac', 'mvn']],
  [/\bgcc\b|\bbuild-essential\b/i, ['gcc', 'cc', 'g++']],
  [/\bclang\b/i, ['clang']],
  [/\bcmake\b/i, ['cmake']],
  [/\bruby\b/i, ['ruby', 'gem', 'bundle']],
  [/\bphp\b/i, ['php', 'composer']],
  [/\bterraform\b/i, ['terraform']],
  [/\bansible\b/i, ['ansible', 'ansible-playbook']],
  [/\baws(?: cli)?\b/i, ['aws']],
  [/\bgcloud\b/i, ['gcloud']],
  [/\bgithub cli\b|\bgh\b/i, ['gh']],
  [/\bffmpeg\b/i, ['ffmpeg', 'ffprobe']],
  [/\b(?:nvidia|geforce|cuda|gpu)\b/i, ['nvidia-smi']],
  [/\bnvcc\b|\bcuda toolkit\b/i, ['nvcc']],
  [/\bsudo\b/i, ['sudo']],
  [/\btmux\b/i, ['tmux']],
  [/\b(?:uv|poetry|conda)\b/i, ['uv', 'poetry', 'conda']]
]

/** Programs whose answers the text fixes: the machine's own hardware is another. */
const HARDWARE: [said: RegExp, programs: string[]][] = [
  [/\b\d+ (?:CPU )?cores?\b|\b\d+ v?CPUs?\b/i, ['nproc', 'lscpu']],
  [/\b[\d.]+ ?[GM]i?B (?:of )?(?:RAM|memory)\b/i, ['free']],
  [/\b(?:[\d.]+ ?[GT]i?B (?:[A-Z]\w+ )?disk|disk\b[^.\n]{0,60}\b[GT]i?B)\b/i, ['df', 'lsblk']]
]

/** "Docker 24 is installed", "node 18.19.0": programs that the world has and the machine may lack. */
function installed(text: string): Effect[] {
  const positive = text
    .split(/\n|[.;](?=\s|$)/)
    .filter((sentence) => !/\bnot installed\b/i.test(sentence))
    .join('. ')
    .replace(/\b(?:no|without) [\w-]+/gi, '')
  const pytest = /\bpytest\b(?: (\d[\d.]*\d))?/i.exec(positive)
  return [
    ...PROGRAMS.flatMap(([said, programs]) => {
      const found = said.exec(positive)
      if (!found) return []
      const version = /^[^\d\n,.;]{0,12}?(\d[\w.]*\w|\d)/.exec(positive.slice(found.index + found[0].length))?.[1] ?? ''
      return programs.map((name): Effect => ({ do: 'install', manager: 'apt', name, version }))
    }),
    ...HARDWARE.flatMap(([said, programs]) =>
      said.test(positive)
        ? programs.map((name): Effect => ({ do: 'claim', path: `/usr/bin/${name}`, kind: 'program' }))
        : []
    ),
    ...(/\bpython\b(?! ?3?\.?\d*-)/i.test(positive)
      ? [{ do: 'install' as const, manager: 'apt', name: 'python', version: '' }]
      : []),
    ...(pytest ? [{ do: 'install' as const, manager: 'pip', name: 'pytest', version: pytest[1] ?? '' }] : [])
  ]
}

/** "Environment: A=1, B=two" or lines such as `export A=1`. */
function variables(text: string): Effect[] {
  return text.split('\n').flatMap((line) => {
    const [, list = ''] = /^(?:export |environment(?: variables)?: ?)([^\n]*)/i.exec(line.trim()) ?? []
    const parts = /[,"']/.test(list) ? list.split(',') : list.split(/\s/)
    return parts.flatMap((part): Effect[] => {
      const [name = '', ...rest] = part.trim().split('=')
      const value = rest.join('=')
      if (!/^[A-Z_][A-Z0-9_]*$/.test(name) || !rest.length) return []
      return [{ do: 'env', name, value: /^["']/.test(value) ? value.slice(1, -1) : value }]
    })
  })
}

/** A git repository's branch and history. */
function repository(text: string, path: string): Effect[] {
  const lines = text.split('\n').filter((line) => /\bgit\b/i.test(line))
  if (!lines.some((line) => /\b(?:repository|branch|commit|history|clean)\b|\bgit:/i.test(line))) return []
  const branch = /\bbranch ([\w./-]*\w)/i.exec(text)?.[1] ?? 'main'
  const [, order = 'newest', history] = /\bhistory(?:, (newest|oldest) first)?:\s*([^\n]*)/i.exec(text) ?? []
  const told = history ?? /\b(?:last|one|latest) commit\b[^\n]*/i.exec(text)?.[0] ?? ''
  const commits = [...told.matchAll(/"([^"\n]+)"/g)].map(([, message = '']) => message)
  // Files of a clean repository are in a commit, though none is named.
  const clean = lines.some((line) => /\bclean\b/i.test(line) && !/\b(?:not clean|no commits?)\b/i.test(line))
  if (clean && !commits.length) commits.push('Initial commit')
  return [{ do: 'git', path, branch, commits: order === 'newest' ? commits.reverse() : commits }]
}

function unique(effects: Effect[]): Effect[] {
  const seen = new Set<string>()
  return effects.filter((effect) => {
    const text = JSON.stringify(effect)
    return !seen.has(text) && seen.add(text)
  })
}
