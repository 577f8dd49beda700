// A machine that says of something that it is not there, though the world's text names it: what a reader of sentences overlooks, and a person does
// not. Such a turn is not shown as executed.

import { absolute, type Simple } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import type { Claim } from './claims.ts'
import type { Clause } from './clauses.ts'
import { isName } from './facts/named.ts'
import { isOfSystem } from './facts/systems.ts'
import { isSurely } from './name-forms.ts'
import { NOT_BEFORE } from './named-files.ts'
import { isDotFolder, isUnended } from './names.ts'

export interface Denial {
  /** What the machine does not have, as the text or the command names it. */
  name: string
  /** Files and folders that are to be there; empty where the name is of something else. */
  claims: Claim[]
}

/** One turn that the machine computed. */
export interface ComputedTurn {
  commands: readonly Simple[]
  /** What it printed, without echo and prompt. */
  output: string
  cwd: string
  home: string
}

/** A world's text, as it is asked for names. */
export interface NamingText {
  clauses: readonly Clause[]
  effects: readonly StateChange[]
  /** Where the world begins. */
  cwd: string
}

const PATH_GONE =
  /\b(?:no such file|cannot (?:access|open|stat)|can't (?:open|cd)|could not (?:open|find)|does not exist|doesn't exist|not a directory|file not found|is not a database|cannot find)/i
export const USER_GONE =
  /\b(?:no such (?:user|group)|unknown (?:user|group)|invalid (?:user|group|spec)|(?:user|group) .{1,40} does not exist)\b/i
const PROGRAM_GONE = /(?:^|: )([^\s:]+): (?:command )?not found$/
const OTHER_GONE =
  /\b(?:no such|not found|does not exist|did not match|unknown|not a valid|no module named|no rule to make|not installed|can't find|could not be found|not loaded|no packages found|unbound variable|bad revision|invalid reference|ambiguous argument|no such process)\b/i
// They print something when what they are asked for is there.
const LOOKS =
  /^(?:ls|find|tree|getent|id|groups|which|command|type|whereis|pgrep|pidof|ps|grep|egrep|fgrep|rg|ss|netstat|lsof|env|printenv|echo|git|dpkg|readlink|tmux|mount|df|ip|cat|head|tail|awk|sed|locate|journalctl|last|who|test|\[)$/
const ASKS_PLAINLY = /^(?:getent|id|groups|which|command|type|whereis|pgrep|pidof|dpkg)$/
const REMOVES =
  /^(?:rm|rmdir|mv|unlink|userdel|deluser|groupdel|delgroup|usermod|gpasswd|unset|kill|pkill|killall|apt|apt-get|pip|pip3|dpkg|git|find|shred|docker|npm)$/
const GIT_REMOVES = /^(?:-[dD]|--delete|rm|mv|drop|pop|clear|prune|clean|reset)$/

/** @param earlier the commands of the turns before: what they took away is gone; `null` where nothing is denied that the text names */
export function denialIn(turn: ComputedTurn, text: NamingText, earlier: () => readonly Simple[]): Denial | null {
  const { commands, output } = turn
  // What takes away cannot deny for that reason.
  const removed = (name: string, line: string): boolean =>
    [...earlier(), ...commands.filter((one) => !line.startsWith(`${one.name}: `))].some((one) => takesAway(one, name))
  const found = (denial: Denial | null, line = ''): Denial | null =>
    denial && !removed(denial.name, line) ? denial : null
  for (const line of output.split('\n')) {
    const denial = found(deniedBy(line, turn, text), line)
    if (denial) return denial
  }
  const unnamed = found(notListed(turn, text))
  if (unnamed) return unnamed
  return found(/^0?$/.test(output.trim()) ? withoutAnswer(turn, text) : null) ?? found(leftOut(turn, text))
}

const takesAway = ({ name, args }: Simple, what: string): boolean =>
  REMOVES.test(name) &&
  (name !== 'git' || args.some((arg) => GIT_REMOVES.test(arg))) &&
  (name !== 'find' || args.some((arg) => /^-(?:delete|exec\w*|ok)$/.test(arg))) &&
  args.some((arg) => {
    const last = baseOf(arg)
    return last === baseOf(what) || (/[*?]/.test(last) && !last.startsWith('-')) || what.startsWith(`${arg}/`)
  })

const baseOf = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? ''

// What an editor says of a text that a file does not hold: the file is there.
const NO_MATCH = /\bold_str(?:ing)?\b|^(?:<\w+>)?String to replace not found|\b0 occurrences found\b/

/** What a line of the output says is not there. */
function deniedBy(line: string, turn: ComputedTurn, text: NamingText): Denial | null {
  if (line.length > 400 || NO_MATCH.test(line)) return null
  const program = PROGRAM_GONE.exec(line)?.[1]
  if (program !== undefined && !program.includes('/')) return programNamed(program, text)
  if (USER_GONE.test(line)) return first(subjectsOf(line, turn), (name) => plainly(name, text, usersOf(text.effects)))
  const refused = REFUSED.exec(line)?.[1]
  if (refused !== undefined) return mayRun(refused, text)
  if (NO_REPOSITORY.test(line)) return repositoryTold(text)
  if (BROKEN.test(line)) return first(argumentsOf(turn), (name) => byName(baseOf(name), text, new Set()))
  if (PATH_GONE.test(line)) {
    const subjects = subjectsOf(line, turn)
    return first(subjects, (name) => pathNamed(name, turn, text)) ?? first(subjects, (name) => wordOf(name, turn, text))
  }
  if (!OTHER_GONE.test(line)) return null
  const others = othersOf(text.effects)
  return first(subjectsOf(line, turn), (name) => byName(name, text, others))
}

/** A program that the text names, or that the system has which it names. */
function programNamed(name: string, text: NamingText): Denial | null {
  const had = programsOf(text.effects)
  if (
    !had.has(name) &&
    isOfSystem(
      name,
      text.clauses.map(({ sentence }) => sentence)
    )
  )
    return { name, claims: [] }
  // "mailq" of a text that tells of mail, "redis-cli" of one with redis.
  const stem = text.clauses.some(({ words }) => [...words].some((word) => word.length > 3 && name.startsWith(word)))
  return !had.has(name) && stem ? { name, claims: [] } : plainly(name, text, had)
}

const NO_REPOSITORY = /\bnot a git repository\b|\bdetected dubious ownership\b/i
// What is in an archive or a database is told, and nobody has made it.
const BROKEN =
  /\bunexpected end of file\b|\bnot in gzip format\b|\bend-of-central-directory\b|\bnot look like a tar archive\b|\bis not a (?:zip|database|valid)\b|\bfile format not recognized\b/i

function repositoryTold({ clauses }: NamingText): Denial | null {
  const told = clauses.some(({ text }) => /\b(?:git|repo(?:sitory)?|commits?|committed|branch)\b/i.test(text))
  return told ? { name: 'The repository', claims: [] } : null
}

const argumentsOf = ({ commands }: ComputedTurn): string[] =>
  commands.flatMap(({ args, from }) => [...args, ...from].filter((arg) => !arg.startsWith('-')))

/** A path of which a word of the text may be the name: "a folder called music", "grafana runs" of /etc/grafana. */
function wordOf(word: string, turn: ComputedTurn, { clauses, effects }: NamingText): Denial | null {
  const path = absolute(word, { cwd: cwdIn(turn), home: turn.home })
  const had = pathsOf(effects)
  for (const one of effects) if (one.do === 'user') had.add(one.home)
  for (let whole = path; whole.length > 1; whole = whole.slice(0, whole.lastIndexOf('/'))) {
    if (had.has(whole) || whole === turn.home || whole === turn.cwd) return null
    const base = baseOf(whole)
    if (OF_SYSTEM.test(base)) return null
    if (base.length > 2 && clauses.some(({ words }) => words.has(base))) return { name: whole, claims: [] }
  }
  return null
}

const OF_SYSTEM = /^(?:bin|sbin|lib|etc|usr|var|opt|srv|tmp|run|home|root|mnt|media|proc|dev|sys|share|log|local)$/

/** `which a b` that shows one of them only. */
function notListed({ commands: [only, ...more], output }: ComputedTurn, text: NamingText): Denial | null {
  if (!only || more.length > 0 || only.args.length < 2 || !/^(?:which|type|whereis)$/.test(only.name)) return null
  const shown = new Set(output.split(/[\s/:]+/))
  const missing = only.args.filter((arg) => !arg.startsWith('-') && !shown.has(arg))
  return first(missing, (name) => plainly(name, text, programsOf(text.effects)))
}

const REFUSED = /^-?bash: (\S{1,200}): Permission denied$/
const MAY_RUN = /\bexecutable\b|\b(?:may|can) (?:execute|run)\b|\b0?[57][0-7][0-7]\b|\brwx|\bchmod \+x\b/i

/** A script that cannot be run, and of which the text says that it can. */
function mayRun(name: string, { clauses }: NamingText): Denial | null {
  const told = clauses.some(({ names, sentence }) => names.has(baseOf(name)) && MAY_RUN.test(sentence))
  return told ? { name, claims: [] } : null
}

const first = (names: readonly string[], of: (name: string) => Denial | null): Denial | null => {
  for (const name of names) {
    const found = of(name)
    if (found) return found
  }
  return null
}

/** The words of a message that may be what it speaks of: those that were typed, and those that look like names. */
function subjectsOf(line: string, { commands }: ComputedTurn): string[] {
  const programs = new Set(['bash', '-bash', 'sh', 'line', ...commands.map(({ word }) => word)])
  const typed = new Set(commands.flatMap(({ args, from, word }) => [word, ...args, ...from]))
  const words = [...line.matchAll(/[\w@+~./:-]+/g)].map(([word]) => word.replace(/[.:]{1,3}$/, ''))
  return words.filter((word, at) => {
    if (word === '' || (at === 0 && programs.has(word)) || /^(?:bash|-bash|sh|line|\d+)$/.test(word)) return false
    return typed.has(word) || /[\d/._-]/.test(word)
  })
}

const named = ({ clauses }: NamingText, name: string): boolean => clauses.some(({ names }) => names.has(name))

/** Any word of the text may be a user's or a program's name. */
const plainly = (name: string, { clauses }: NamingText, had: ReadonlySet<string>): Denial | null =>
  name.length > 1 && isName(name.toLowerCase()) && !had.has(name) && clauses.some(({ words }) => words.has(name))
    ? { name, claims: [] }
    : null

const byName = (name: string, text: NamingText, had: ReadonlySet<string>): Denial | null =>
  name.length > 1 && !had.has(name) && named(text, name) ? { name, claims: [] } : null

/** A path that the text names, or one below a folder that it names. */
function pathNamed(word: string, turn: ComputedTurn, text: NamingText): Denial | null {
  const at = { cwd: cwdIn(turn), home: turn.home }
  const path = absolute(word, at)
  const had = pathsOf(text.effects)
  for (let whole = path; whole.length > 1; whole = whole.slice(0, whole.lastIndexOf('/'))) {
    if (had.has(whole)) return null
    if (!namesPath(whole, { ...at, had }, text) && !(whole === path && holdsNamed(path, at.home, text))) continue
    return { name: whole, claims: [{ path: whole, kind: kindOf(whole, whole !== path, turn, text) }] }
  }
  return null
}

/** A folder is there in which the text names something. */
const holdsNamed = (path: string, home: string, { clauses }: NamingText): boolean =>
  clauses.some(({ names }) =>
    [...names].some((name) => /^[~/]./.test(name) && absolute(name, { cwd: '/', home }).startsWith(`${path}/`))
  )

function namesPath(
  path: string,
  { cwd, home, had }: { cwd: string; home: string; had: ReadonlySet<string> },
  text: NamingText
): boolean {
  const base = baseOf(path)
  const [inHome, here] = [home, cwd].map((one) => (path.startsWith(`${one}/`) ? path.slice(one.length + 1) : null))
  // "below /opt/app: conf/app.properties"
  const parts = path.split('/').slice(1)
  const ends = parts.slice(1).map((_, at) => parts.slice(at + 1).join('/'))
  const forms = [
    ...ends,
    path,
    `${path}/`,
    ...(inHome ? [`~/${inHome}`, inHome, `${inHome}/`] : []),
    ...(here ? [here] : [])
  ]
  if (forms.some((form) => form.includes('/') && named(text, form))) return true
  const others = [...had].filter((one) => baseOf(one) === base)
  const isHere = [home, text.cwd].some((one) => path === `${one}/${base}`)
  // The machine has another file of that name: where that is the text may not have told.
  if (others.length > 0 && !(isHere && others.every((one) => !isPlaced(one, text)))) return false
  return named(text, base) || named(text, `${base}/`)
}

/** Whether the text names the file with a folder before it. */
const isPlaced = (path: string, { clauses }: NamingText): boolean =>
  clauses.some(({ names }) => [...names].some((name) => name.includes('/') && path.endsWith(name.replace(/^~/, ''))))

/** "~/.ssh/id_rsa" is below every path that ends in "/.ssh". */
const isBelow = (name: string, path: string): boolean =>
  /^[~/]/.test(name) && !name.endsWith('/') && `${name.slice(0, name.lastIndexOf('/'))}/`.includes(`/${baseOf(path)}/`)

function kindOf(path: string, above: boolean, { commands }: ComputedTurn, { clauses }: NamingText): Claim['kind'] {
  const base = baseOf(path)
  if (above || clauses.some(({ names }) => [...names].some((name) => isBelow(name, path)))) return 'folder'
  if (/[^.]\.\w{1,8}$/.test(base) && !base.endsWith('.d')) return 'file'
  if (isDotFolder(base) || clauses.some(({ names }) => [...names].some((name) => name.includes(`${base}/`))))
    return 'folder'
  const entered = commands.some(
    ({ name, args }) => /^(?:cd|ls|tree|find|pushd|du)$/.test(name) && args.some((arg) => baseOf(arg) === base)
  )
  const isFolder = clauses.some(
    ({ names, text }) =>
      names.has(`${base}/`) || (names.has(base) && /\b(?:folders?|director(?:y|ies)|dir|subdirs?)\b/i.test(text))
  )
  return (entered && !/^[A-Z][A-Z_]+$/.test(base)) || isFolder ? 'folder' : 'file'
}

/** Where the line has gone by its end. */
function cwdIn({ commands, cwd, home }: ComputedTurn): string {
  const to = commands.findLast(({ name }) => name === 'cd')?.args.at(-1)
  return to === undefined ? cwd : absolute(to, { cwd, home })
}

/** Commands that look for something by name and print nothing, or a count of none. */
function withoutAnswer(turn: ComputedTurn, text: NamingText): Denial | null {
  const { commands } = turn
  const [begins] = commands
  if (!begins || !LOOKS.test(begins.name) || commands.some(({ to }) => to.length > 0)) return null
  const plain = ASKS_PLAINLY.test(begins.name)
  const had = new Set([...usersOf(text.effects), ...programsOf(text.effects), ...othersOf(text.effects)])
  const paths = pathsOf(text.effects)
  const words = commands.flatMap(({ args }) =>
    args.filter((arg) => !arg.startsWith('-')).flatMap((arg) => arg.match(/[\w@+~./:-]+/g) ?? [])
  )
  return first(words, (word) => {
    const path = absolute(word, turn)
    if (paths.has(path)) return holdsSomething(path, begins, text)
    if ([...paths].some((one) => baseOf(one) === baseOf(word))) return null
    if (begins.name === 'readlink') return pathNamed(word, turn, text) ?? wordOf(word, turn, text)
    return plain ? plainly(word, text, had) : byName(word, text, had)
  })
}

const HOLDS =
  /\b(?:contains?|holds?|has|have|files?|scripts?|archives?|logs?|full of|inside|lists?|subdirs?|folders|directories|keeps?)\b/i

/** A folder that is empty on the machine, and that the text does not call so; of where somebody is it has to tell what is there. */
function holdsSomething(path: string, { name }: Simple, { clauses, effects, cwd }: NamingText): Denial | null {
  if (!/^(?:ls|find|tree)$/.test(name)) return null
  if (effects.some((one) => 'path' in one && one.path.startsWith(`${path}/`))) return null
  const base = baseOf(path)
  const about = clauses.filter(({ names }) => names.has(path) || names.has(base) || names.has(`${base}/`))
  const tells = about.some(({ sentence }) => path !== cwd || HOLDS.test(sentence))
  const isEmpty = about.some(({ sentence }) => /\b(?:empty|nothing)\b/i.test(sentence))
  return tells && !isEmpty ? { name: path, claims: [{ path, kind: 'folder' }] } : null
}

// Folders that a machine fills by itself.
const OF_MACHINE =
  /^\/$|^\/home$|^\/(?:bin|boot|dev|etc|lib\w*|media|proc|run|sbin|sys|usr|var(?!\/(?:www|lib|spool|log|backups?|mail)\/))(?:\/|$)/

/** A listing of the first folder in which files are missing that the text names and that the machine has nowhere. */
function leftOut(
  { commands, output, cwd, home }: ComputedTurn,
  { clauses, effects, cwd: begins }: NamingText
): Denial | null {
  const [only, ...more] = commands
  if (more.length > 0 || only?.name !== 'ls') return null
  const [named, ...others] = only.args.filter((arg) => !arg.startsWith('-'))
  if (others.length > 0 || /[*?[]/.test(named ?? '')) return null
  const folder = named === undefined ? cwd : absolute(named, { cwd, home })
  if ((named === undefined && cwd !== begins) || OF_MACHINE.test(folder)) return null
  // What was read without its folder may lie in this one.
  const isLoose = (path: string): boolean =>
    named !== undefined &&
    [begins, home].some((one) => path === `${one}/${baseOf(path)}` && one !== folder) &&
    !isPlaced(path, { clauses, effects, cwd: begins })
  const bases = new Set([...pathsOf(effects)].flatMap((path) => (isLoose(path) ? [] : [baseOf(path)])))
  const isHere = folder === begins
  const about =
    named === undefined || isHere
      ? clauses
      : clauses.filter(
          ({ sentence, text }) => wordsOf(sentence).has(baseOf(folder)) && !packed(text) && !isTree(sentence)
        )
  const shown = wordsOf(output)
  const showsHidden = only.args.some((arg) => /^-\w*[aA]|^--(?:almost-)?all/.test(arg))
  const isMissing = (name: string): boolean => {
    // "/tmp/.x" is in /tmp, whatever it is called.
    if (/^[~/]./.test(name)) {
      const path = absolute(name.replace(/\/$/, ''), { cwd: folder, home })
      const base = baseOf(path)
      return (
        path === `${folder.replace(/\/$/, '')}/${base}` &&
        !bases.has(base) &&
        !shown.has(base) &&
        (showsHidden || !base.startsWith('.'))
      )
    }
    if (isHere && /^\w[\w@+-]*\/$/.test(name)) return !bases.has(name.slice(0, -1)) && !shown.has(name.slice(0, -1))
    return (
      ((/^[\w@+-][\w@+.-]*\.\w{1,8}$/.test(name) && isSurely(name)) || isUnended(`/${name}`)) &&
      !bases.has(name) &&
      !output.includes(name)
    )
  }
  // "below /opt/app: conf/app.properties"
  const lacksPart = (name: string): boolean =>
    named !== undefined && /^\w[\w@+.-]*\/\w[\w@+./-]*$/.test(name) && !shown.has(name.split('/')[0] ?? '')
  const missing = about.flatMap(({ names, sentence, text }) =>
    [...names].filter(
      // What comes of a program need not be there.
      (name) =>
        !NOT_BEFORE.test(text.slice(0, text.indexOf(name))) &&
        (isMissing(name) || (names.has(folder) || sentence.includes(`${folder}:`) ? lacksPart(name) : false))
    )
  )
  const [name] = missing
  if (name === undefined) return null
  return {
    name,
    claims: [...new Set(missing)].map((one) => {
      const path = absolute(one.replace(/\/$/, ''), { cwd: folder, home })
      return { path, kind: one.endsWith('/') || isDotFolder(path) ? 'folder' : 'file' }
    })
  }
}

const packed = (text: string): boolean => /\.(?:zip|tar|tgz|jar|7z|rar|gz|bz2|xz|zst)\b/i.test(text)
// A tree says by itself where each of its lines belongs.
export const isTree = (sentence: string): boolean => /[├└│]|[|`]-- /.test(sentence)
const wordsOf = (sentence: string): Set<string> => new Set(sentence.split(/[^\w@+.-]+/))

const pathsOf = (effects: readonly StateChange[]): Set<string> =>
  new Set(effects.flatMap((one) => ('path' in one && one.do !== 'remove' && one.do !== 'stamp' ? one.path : [])))

const usersOf = (effects: readonly StateChange[]): Set<string> =>
  new Set(effects.flatMap((one) => (one.do === 'user' || one.do === 'group' ? [one.name] : [])))

const programsOf = (effects: readonly StateChange[]): Set<string> =>
  new Set(
    effects.flatMap((one) =>
      one.do === 'install' || one.do === 'uninstall'
        ? [one.name, ...('commands' in one ? (one.commands ?? []) : [])]
        : []
    )
  )

const othersOf = (effects: readonly StateChange[]): Set<string> =>
  new Set(
    effects.flatMap((one) => {
      if (one.do === 'env' || one.do === 'service' || one.do === 'host') return [one.name]
      if (one.do !== 'git') return []
      const { branch, branches = [], tags = [], remotes = [] } = one
      return [
        branch,
        ...[...branches, ...tags, ...remotes].map((each) => (typeof each === 'string' ? each : each.name))
      ]
    })
  )
