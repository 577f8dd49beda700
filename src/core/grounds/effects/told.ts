// What a model's answer to one command comes to: the text that its program prints, how it exits, and what it has changed. By rules for programs
// whose output says what they did; of the others only the text is known.

import { absolute } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'

/** A program that was asked for, with its arguments as the shell expanded them. */
export interface Invocation {
  name: string
  args: string[]
  cwd: string
  home: string
}

export interface SimpleCommandOutput {
  out: string
  err: string
  status: number
  effects: StateChange[]
  /** It goes on reading lines: its text ends in a prompt of its own. */
  session: boolean
}

/**
 * What `name args` did by the model's text of it, with echo and prompt. Where it failed its text goes to standard error and nothing
 * has changed.
 * @param line the line that it read, for one that goes on reading
 * @param piped its whole input is known, so it asks for no line
 */
export function readTold(
  invocation: Invocation,
  screen: string,
  { line = '', piped = false }: { line?: string; piped?: boolean } = {}
): SimpleCommandOutput {
  const { text, prompt } = output(screen, line || [invocation.name, ...invocation.args].join(' '))
  const status = statusOf(invocation.name, text)
  const goesOn = line === '' ? prompt !== null && asksOn(invocation, prompt) : !LEAVES.test(line)
  const session = goesOn && prompt !== null && !piped
  const shown = text === '' ? '' : `${text}\n`
  if (session) return { out: `${shown}${prompt} `, err: '', status: 0, effects: [], session }
  if (status !== 0) return { out: '', err: shown, status, effects: [], session }
  const rule = RULES[invocation.name]
  const { hides = false, effects = [], out } = rule?.(invocation, text) ?? {}
  return { out: out ?? (hides ? '' : shown), err: hides && out === undefined ? shown : '', status, effects, session }
}

/** The text between the echo of the command (`typed`, where it is known) and the prompt that follows. */
export function output(screen: string, typed = ''): { text: string; prompt: string | null } {
  const lines = screen.replaceAll('\r\n', '\n').trimEnd().split('\n')
  if (echoes((lines[0] ?? '').trimEnd(), typed.trim())) lines.shift()
  const last = lines.at(-1) ?? ''
  const prompt = OWN_PROMPT.test(last) || SHELL_PROMPT.test(last) ? (lines.pop() ?? '') : null
  return { text: lines.join('\n').trimEnd(), prompt: prompt === null ? null : prompt.trimEnd() }
}

const PROMPTED =
  /^(?:\([^)\n]{0,40}\) )?(\[?[\w.-]{1,40}@[\w.-]{1,80}[: ][^\n#$%]{0,200}[#$%]|[^\s#$%>]{0,80}[#$%>]{1,3}) (\S[^\n]*)$/

/** Whether a first line is a prompt with what was typed: a heading ("# Notes") and a quotation ("> so it is") begin like one. */
function echoes(first: string, typed: string): boolean {
  const [, prompt = '', command = ''] = PROMPTED.exec(first) ?? []
  const behind = typed !== '' && first.endsWith(typed) && first.slice(0, -typed.length)
  if (prompt.includes('@') || behind === '' || (behind && /[#$%>] $/.test(behind))) return true
  // A model may write the arguments otherwise.
  return prompt.endsWith('$') && command.split(' ')[0] === typed.split(' ')[0]
}

/** How the text of a command certainly begins, or `''`. */
export function beginningOf(invocation: Invocation): string {
  const { name, args } = invocation
  const [verb = '', ...words] = args.filter((arg) => !arg.startsWith('-'))
  const quiet = args.some((arg) => /^-q|^--quiet/.test(arg))
  if (/^apt(?:-get)?$/.test(name) && verb === 'update' && !quiet)
    return 'Hit:1 http://deb.debian.org/debian bookworm InRelease\n'
  if (/^apt/.test(name) && /^(?:install|remove|purge|upgrade)$/.test(verb) && !quiet)
    return 'Reading package lists... Done\nBuilding dependency tree... Done\nReading state information... Done\n'
  if (/^pip3?$/.test(name) && verb === 'install' && words[0] && !quiet && !args.includes('-r'))
    return `Collecting ${words[0]}\n`
  const [cloned] = name === 'git' ? git(invocation, '') : []
  if (cloned && 'path' in cloned && !quiet) return `Cloning into '${cloned.path.split('/').at(-1)}'...\n`
  const [, image = '', tag = 'latest'] = /^([\w./-]+)(?::([\w.-]+))?$/.exec(words[0] ?? '') ?? []
  if (name === 'docker' && verb === 'pull' && image && !quiet)
    return `${tag}: Pulling from ${image.includes('/') ? image : `library/${image}`}\n`
  if (name === 'lspci' && args.length === 0) return '00:00.0 Host bridge: '
  return /^ping6?$/.test(name) && verb ? `PING ${args.at(-1)} (` : ''
}

const SHELL_PROMPT = /^(?:\([^)]*\) )?\[?[\w.-]+@[\w.-]+[: ][^\n]*[#$%]\s*$/
const OWN_PROMPT = /^(?:[\w.-]+(?:[=-][#>]|>)|>>>|\w+> |\$|#|[\w.]+:\d+(?:\[\d+\])?>)\s*$/

// What is typed to leave a session.
const LEAVES = /^\s*(?:exit|logout|quit|bye|\\q|\.quit|\.exit)\b/

/** Whether a program whose text ends in `prompt` goes on reading lines. */
function asksOn({ name, args }: Invocation, prompt: string): boolean {
  const takesValue = /^-[a-zA-Z]*[bcDEeFIiJLlmOopQRSWw]$/
  const words = args.filter((arg, at) => !arg.startsWith('-') && !takesValue.test(args[at - 1] ?? ''))
  if (name === 'ssh') return words.length === 1
  if (name === 'docker' || name === 'kubectl')
    return args.some((arg) => arg === '--tty' || (/^-[a-z]+$/.test(arg) && arg.includes('t')))
  return SESSIONS.has(name) && !SHELL_PROMPT.test(prompt)
}

// Programs that people go on typing into.
const SESSIONS = new Set(['telnet', 'nc', 'ftp', 'sftp', 'mysql', 'psql', 'redis-cli', 'mongosh'])

const FAILURES: [program: RegExp, text: RegExp, status: (found: RegExpExecArray) => number][] = [
  [/^curl$/, /^curl: \((\d+)\)/m, ([, code]) => Number(code)],
  [/^wget$/, /^(?:wget: |.*(?:failed: |unable to resolve|ERROR \d{3}))/m, () => 4],
  [/^git$/, /^(?:fatal|error): /m, () => 128],
  [/^pip3?$/, /^ERROR: |^error: /m, () => 1],
  [/^apt/, /^E: /m, () => 100],
  [
    /^ssh$|^scp$|^sftp$/,
    /^(?:ssh: |.*Permission denied \(|Host key verification failed|.*Connection (?:refused|timed out|closed))/m,
    () => 255
  ],
  [/^ping6?$/, /(?:100% packet loss|Name or service not known|Temporary failure|unreachable)/, () => 1],
  [/^systemctl$/, /could not be found|^Failed to |not been booted/m, () => 4],
  [/./, /: command not found$/m, () => 127],
  [/./, /^(?:error|fatal|E|npm ERR!|panic|Error response from daemon)[: ]/im, () => 1]
]

function statusOf(name: string, text: string): number {
  for (const [program, pattern, status] of FAILURES) {
    const found = program.test(name) ? pattern.exec(text) : null
    if (found) return status(found)
  }
  return 0
}

/** `hides`: the text is a report to standard error, what was asked for went elsewhere. `out`: what is printed in its place. */
type Rule = (invocation: Invocation, text: string) => { hides?: boolean; effects?: StateChange[]; out?: string }

const RULES: Record<string, Rule> = {
  curl: (of, text) => {
    const { name, url } = target(of.args, CURL)
    const format = argumentOf(of.args, ['-w', '--write-out'])
    const shown = format === null ? {} : { out: written(format, text) }
    return name ? { hides: true, effects: fetched(name, url, of), ...shown } : shown
  },
  wget: (of, text) => {
    const told = /(?:[Ss]aving to: |saved |- )[‘'"]([^’'"]+)[’'"]/.exec(text)?.[1]
    const { name, url } = target(of.args, WGET)
    if (name === '-') return {}
    const file = name ?? told ?? (url ? baseOf(url) || 'index.html' : null)
    return file ? { hides: true, effects: fetched(file, url, of) } : {}
  },
  git: (of, text) => ({ hides: true, effects: git(of, text) }),
  pip: (of, text) => {
    const effects = packages('pip', text, /^Successfully installed (.+)$/m, /^Successfully uninstalled (\S+)$/gm)
    return { effects: effects.length ? effects : wanted('pip', of, text) }
  },
  'apt-get': (of, text) => {
    const effects = apt(text)
    return { effects: effects.length ? effects : wanted('apt', of, text) }
  },
  npm: (of, text) => ({ effects: npm(of, text) }),
  scp: (of) => ({ effects: copied(of) }),
  sftp: (of) => ({ effects: copied(of) })
}
RULES.pip3 = RULES.pip as Rule
RULES.apt = RULES['apt-get'] as Rule

/** The file that a downloader is told to write, and the address it is told to read. */
function target(
  args: string[],
  { output, own }: { output: string[]; own: string[] }
): { name: string | null; url: string | null } {
  const url =
    args.find((arg) => /^\w+:\/\//.test(arg)) ??
    args.findLast((arg) => /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(arg)) ??
    null
  for (const [at, arg] of args.entries()) {
    for (const option of output) {
      const rest = option.startsWith('--') ? longValue(arg, option) : shortValue(arg, option)
      if (rest !== null) return { name: rest || (args[at + 1] ?? null), url }
    }
    if (own.includes(arg) || (own.includes('-O') && /^-[a-zA-Z]+$/.test(arg) && arg.includes('O')))
      return { name: url && baseOf(url), url }
  }
  return { name: null, url }
}

/** `--output=file`; `''` where the value is the next argument, `null` where it is another option. */
function longValue(arg: string, option: string): string | null {
  if (arg === option) return ''
  return arg.startsWith(`${option}=`) ? arg.slice(option.length + 1) : null
}

/** `-ofile`, and `-sLo` where several letters stand together. */
function shortValue(arg: string, option: string): string | null {
  const at = /^-[A-Za-z]/.test(arg) ? arg.indexOf(option.slice(1)) : -1
  return at > 0 && /^-[A-Za-z]*$/.test(arg.slice(0, at)) ? arg.slice(at + 1) : null
}

/** The address whose content a command prints or saves as it is; `null` where it asks for something else, or changes something there. */
export function addressOf({ name, args }: Pick<Invocation, 'name' | 'args'>): string | null {
  if (name === 'wget') return args.some((arg) => /^--(?:post|method|spider)/.test(arg)) ? null : target(args, WGET).url
  if (
    name !== 'curl' ||
    args.some((arg) => /^(?:-[dXFTIiw]|--(?:data|request|form|upload|head|include|write-out).*)$/.test(arg))
  )
    return null
  return args.find((arg) => /^\w+:\/\//.test(arg)) ?? target(args, CURL).url
}

const CURL = { output: ['-o', '--output'], own: ['-O', '--remote-name'] }
const WGET = { output: ['-O', '--output-document'], own: [] }

function argumentOf(args: string[], options: string[]): string | null {
  const at = args.findIndex((arg) => options.includes(arg))
  return at < 0 ? null : (args[at + 1] ?? null)
}

/** What `curl -w` prints: the status that the model named, or that of success. */
function written(format: string, text: string): string {
  const status = /(?:^|\bHTTP\/[\d.]+ )([1-5]\d\d)\b/m.exec(text)?.[1] ?? '200'
  return format
    .replace(/%\{(?:http_code|response_code)\}/g, status)
    .replace(/%\{size_download\}/g, String(text.length))
    .replace(/%\{time_\w+\}/g, '0.213000')
    .replace(/%\{\w+\}/g, '')
    .replaceAll('\\n', '\n')
}

/** A file that was fetched; devices take what they are given. */
function fetched(name: string, url: string | null, of: Invocation): StateChange[] {
  const path = absolute(name, of)
  return path.startsWith('/dev/') ? [] : [{ do: 'claim', path, kind: 'file', ...(url && { from: url }) }]
}

const baseOf = (url: string): string =>
  url
    .replace(/[?#][^\n]*/, '')
    .replace(/^\w+:\/\/[^/]*\/?/, '')
    .split('/')
    .at(-1) ?? ''

function git(of: Invocation, text: string): StateChange[] {
  const { words, folder } = gitWords(of)
  if (words[0] !== 'clone') return []
  const [url, to] = words
    .slice(1)
    .filter((word, at, all) => !word.startsWith('-') && !TAKES_VALUE.test(all[at - 1] ?? ''))
  const told = /^Cloning into (?:bare repository )?'([^']+)'/m.exec(text)?.[1]
  const name = to ?? told ?? (url && baseOf(url.replace(/\/$/, '').replace(/^[\w.@-]+:/, '/')).replace(/\.git$/, ''))
  if (!name) return []
  const path = absolute(name, { cwd: folder, home: of.home })
  const branch = words[words.findIndex((word) => word === '-b' || word === '--branch') + 1]
  return [
    {
      do: 'git',
      path,
      branch: words.some((word) => word === '-b' || word === '--branch') ? (branch ?? 'main') : 'main',
      commits: ['Initial commit'],
      ...(url && { remote: url })
    },
    { do: 'claim', path, kind: 'folder' }
  ]
}

const TAKES_VALUE = /^(?:-b|--branch|--depth|-o|--origin|-c|--config|--reference|-j|--jobs)$/

/** A git command without the options before it, and the folder that it works in. */
export function gitWords({ args, cwd, home }: Pick<Invocation, 'args' | 'cwd' | 'home'>): {
  words: string[]
  folder: string
} {
  let folder = cwd
  let at = 0
  for (; args[at]?.startsWith('-'); at++) {
    if (args[at] === '-C') folder = absolute(args[++at] ?? '.', { cwd: folder, home })
    else if (args[at] === '-c') at++
  }
  return { words: args.slice(at), folder }
}

function packages(manager: string, text: string, installed: RegExp, removed: RegExp): StateChange[] {
  const names = installed.exec(text)?.[1]?.trim().split(/\s+/) ?? []
  return [
    ...names.flatMap((word): StateChange[] => {
      const [, name, version] = /^(.+)-(\d[^-]*)$/.exec(word) ?? []
      return name && version ? [{ do: 'install', manager, name, version }] : []
    }),
    ...[...text.matchAll(removed)].map(
      ([, word = '']): StateChange => ({ do: 'uninstall', manager, name: word.slice(0, word.lastIndexOf('-')) })
    )
  ]
}

function apt(text: string): StateChange[] {
  const set = [...text.matchAll(/^Setting up ([\w.+-]+)(?::\w+)? \(([^)]+)\)/gm)]
  const removed = [...text.matchAll(/^Removing ([\w.+-]+)(?::\w+)? \(/gm)]
  const planned = /^The following NEW packages will be installed:\n((?: .*\n?)+)/m.exec(text)?.[1] ?? ''
  if (!set.length && planned && !/^Do you want to continue\?.*$|^Abort\.$/m.test(text)) {
    const versions = fetchedVersions(text)
    return planned
      .trim()
      .split(/\s+/)
      .flatMap((word): StateChange[] => {
        const [, name] = /^([\w.+-]+)(?::\w+)?$/.exec(word) ?? []
        return name ? [{ do: 'install', manager: 'apt', name, version: versions.get(name) ?? '1.0-1' }] : []
      })
  }
  return [
    ...set.map(([, name = '', version = '']): StateChange => ({ do: 'install', manager: 'apt', name, version })),
    ...removed.map(([, name = '']): StateChange => ({ do: 'uninstall', manager: 'apt', name }))
  ]
}

// What comes from a model is never a part of a pattern: all names with versions are found in one pass, and the wanted ones looked up.

/** The versions by package in lines of apt: `Get:1 http://... bookworm/main amd64 NAME amd64 VERSION [9 kB]`. */
function fetchedVersions(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const words = line.split(' ')
    for (const [at, version] of words.entries()) {
      const name = words[at - 2]
      if (name && /^\d/.test(version) && /^\w+$/.test(words[at - 1] ?? '') && !found.has(name)) found.set(name, version)
    }
  }
  return found
}

// Longer than the names of Debian and of PyPI. It bounds the work that one word takes.
const LONGEST_NAME = 100

/** The versions of these packages, where the text has them as `NAME-VERSION` or `NAME==VERSION`, in names of files too. */
function namedVersions(text: string, names: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const [word] of text.matchAll(/[\w.+=-]+/g)) {
    // A name may hold digits after a hyphen itself, so each of these places may be its end.
    for (const { index, 0: mark } of word.slice(0, LONGEST_NAME).matchAll(/[-=]+/g)) {
      const name = word.slice(0, index)
      if (!names.has(name) || found.has(name) || mark.length > 2) continue
      const version = /^\d[\w.]*\d/.exec(word.slice(index + mark.length, index + mark.length + LONGEST_NAME))?.[0]
      if (version) found.set(name, version)
    }
  }
  return found
}

/** An install that says nothing of what it installed, and complains of nothing, has installed what it was asked for. */
function wanted(manager: 'pip' | 'apt', { args }: Invocation, text: string): StateChange[] {
  const [verb, ...names] = args.filter((arg, at) => !arg.startsWith('-') && !/^-[rctieo]$/.test(args[at - 1] ?? ''))
  const asksOnly = args.some((arg) => /^(?:-s|-d|--(?:dry-run|simulate|just-print|download-only|no-act))$/.test(arg))
  if (verb !== 'install' || asksOnly || UNDONE.test(text)) return []
  const asked = names.flatMap((word) => {
    const [, name, version] = /^([\w+-][\w.+-]*)(?:\[[\w,-]+\])?(?:={1,2}([\w.+~:-]+))?$/.exec(word) ?? []
    return name ? [{ name, version }] : []
  })
  const told = namedVersions(text, new Set(asked.map(({ name }) => name)))
  return asked.map(({ name, version }) => ({
    do: 'install',
    manager,
    name,
    version: version ?? told.get(name) ?? (manager === 'pip' ? '1.0.0' : '1.0-1')
  }))
}

const UNDONE =
  /^Abort\.|Do you want to continue\?|already (?:satisfied|the newest)|Permission denied|not found|Unable to|^usage: |^Usage:/m

function npm({ args, cwd }: Invocation, text: string): StateChange[] {
  const [verb = '', ...rest] = args
  const removes = /^(?:un(?:install|link)?|re?m(?:ove)?|r)$/.test(verb)
  if (
    !(removes || /^(?:i|in|ins|install|add|ci|clean-install)$/.test(verb)) ||
    !/^(?:\+ |added|removed|up to date|changed)/m.test(text)
  )
    return []
  const has = (option: RegExp) => rest.some((arg) => option.test(arg))
  const everywhere = has(/^(?:-g|--global)$/)
  const as = has(/^(?:-D|--save-dev)$/)
    ? 'devDependencies'
    : has(/^(?:-O|--save-optional)$/)
      ? 'optionalDependencies'
      : 'dependencies'
  const folder = everywhere ? '/usr/local/lib' : cwd
  if (rest.every((word) => word.startsWith('-')))
    return removes || everywhere ? [] : [{ do: 'install', manager: 'npm', name: '', version: '', folder }]
  return rest.flatMap((word): StateChange[] => {
    const [, name, asked] = /^(@?[\w./-]+?)(?:@([\w.^~-]+))?$/.exec(word) ?? []
    if (!name || word.startsWith('-')) return []
    if (removes) return [{ do: 'uninstall', manager: 'npm', name, folder }]
    // The text says it at most as npm did once: "+ express@4.18.2".
    const version = toldVersion(text, name) ?? /^[\^~]?(\d[\w.-]*)$/.exec(asked ?? '')?.[1] ?? '1.0.0'
    const saved =
      everywhere || has(/^--no-save$/)
        ? {}
        : { saved: { as, range: `${has(/^(?:-E|--save-exact)$/) ? '' : '^'}${version}` } as const }
    return [{ do: 'install', manager: 'npm', name, version, folder, ...saved }]
  })
}

function toldVersion(text: string, name: string): string | undefined {
  const word = text.split(/\s+/).find((one) => one.startsWith(`${name}@`))
  return /^\d+\.\d+\.\d[\w.-]*$/.exec(word?.slice(name.length + 1) ?? '')?.[0]
}

/** The files that a copy from another machine brings. */
function copied(of: Invocation): StateChange[] {
  const names = of.args.filter((arg) => !arg.startsWith('-'))
  const to = names.at(-1) ?? '.'
  if (/^[\w.@-]+:/.test(to)) return []
  const kind = of.args.some((arg) => /^-\w*r/.test(arg)) ? 'folder' : 'file'
  return names.slice(0, -1).flatMap((from): StateChange[] => {
    const [, path] = /^[\w.@-]+:(.+)$/.exec(from) ?? []
    if (!path || /[*?]/.test(path)) return []
    const base = path.split('/').at(-1) ?? path
    const file = to === '.' || to.endsWith('/') ? `${to.replace(/\/?$/, '/')}${base}` : to
    return [{ do: 'claim', path: absolute(file, of), kind }]
  })
}

/** The entries of a folder that a listing shows (`ls`, `ls -A`, `ls -la`); folders end in a slash. */
export function listed(screen: string, typed = 'ls'): { name: string; folder: boolean; size: number | null }[] {
  const { text } = output(screen, typed)
  const long = [
    ...text.matchAll(
      /^([-dlbcps])[rwxsStT-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+([\d.,]+[KMGT]?)\s+\w{3}\s+\d+\s+[\d:]+\s(.+)$/gm
    )
  ]
  if (long.length || /^total \d/m.test(text)) {
    return long.flatMap(([, kind = '-', size = '', name = '']) => {
      const own = (name.split(' -> ')[0] ?? '').replace(/[/*@]$/, '')
      return own === '.' || own === '..'
        ? []
        : [{ name: own, folder: kind === 'd', size: /^\d+$/.test(size) ? Number(size) : null }]
    })
  }
  if (/No such file|cannot access|Permission denied/.test(text)) return []
  return text
    .split('\n')
    .flatMap((line) => line.trim().split(/\s{2,}|\t/))
    .map((name) => name.trim().replace(/[*@]$/, ''))
    .filter((name) => name && !name.includes('\0'))
    .flatMap((name) =>
      /^[\w@.+ -]+\/?$/.test(name)
        ? [
            {
              name: name.replace(/\/$/, ''),
              folder: name.endsWith('/') || !(/\./.test(name.slice(1)) || FILES.test(name)),
              size: null
            }
          ]
        : []
    )
}

// Files whose names have no ending.
const FILES =
  /^(?:\..*|[A-Z][A-Z_]{3,}|Makefile|Dockerfile|Gemfile|Procfile|Rakefile|Vagrantfile|Jenkinsfile|gradlew|configure|go\.mod)$/
