// The last look at a turn that the machine computed: where the world's text states something of what the commands are about which nobody has made
// so, and the output does not show it, the model answers.

import { absolute, type Simple } from '../../domains/shell/commands.ts'
import { type ComputedTurn, USER_GONE } from './denial.ts'
import { RELATIVE } from './doubts.ts'
import { OF_MACHINE } from './of-machine.ts'
import { lastOf, plainNumber, QUOTED, type Rest, type StatedValue } from './rests.ts'
import type { Unknown } from './unknown.ts'

/** What the guard knows of a world. */
export interface GuardedText extends Unknown {
  rests: readonly Rest[]
  /** What was read of it, as JSON. */
  made: string
}

const MUTE =
  /^(?:cd|pushd|popd|mkdir|touch|cp|mv|rm|rmdir|ln|chmod|chown|chgrp|export|unset|set|alias|sleep|kill|pkill|killall|true|false|vi|vim|nano|tee|install|truncate|source|\.|exit|clear|read|wait|git (?:add|commit|checkout|switch|push|pull|merge|rebase|init|clone|config|tag \S|stash (?:push|pop|drop)|reset|rm|mv|restore)|apt|apt-get|make|npm|cargo)\b/
const PLAIN_LIST = /^(?:ls(?! (?:-\S+ )*-\w*[lshn])|tree|find(?!.*-(?:size|perm|printf|ls|mtime|newer|user|group)))\b/
const SHOWS_NAMES =
  /^(?:ls|stat|wc|du|find|tree|ps|getent|df|env|printenv|mount|ss|docker|pip3?|dpkg|npm|lsblk|grep|md5sum|sha256sum|git (?:status|stash|branch|tag|ls-files|remote))\b/
const DENIED =
  /\bno such\b|\bnot found\b|cannot (?:access|open|stat)|does not exist|not installed|\bunknown\b|no (?:module|packages)|could not|unbound/i
const NOTHING = /^0?$/
// They print something of what they are asked for when it is there.
const LOOKS =
  /^(?:ls|find|tree|getent|id|which|command|type|whereis|pgrep|pidof|ps|ss|netstat|lsof|echo|printenv|readlink|dpkg|crontab|swapon|mount|docker)$/
const REFUSED = /permission denied|read-only file system|not permitted/i
const WRITES =
  /^(?:touch|mkdir|cp|mv|rm|rmdir|ln|chmod|chown|chgrp|tee|truncate|dd|install|sed|unset|export|git|npm|pip3?|apt|apt-get|dpkg|useradd|adduser|usermod|userdel|groupadd|gpasswd|passwd|crontab|make|tar|unzip|gzip|gunzip|split|patch|vi|vim|nano|ed|umask|alias|hostname|hostnamectl|mount|umount|swapon|swapoff|sysctl|kill|pkill|killall|systemctl|service|ip|date|timedatectl|ulimit|python3?|node|bash|sh|perl|ruby)$/

/** What of the text a turn does not show, as the text has it; `null` where nothing is known to be otherwise. */
export function unshownBy(turn: ComputedTurn, text: GuardedText, earlier: () => readonly Simple[]): string | null {
  const { commands, output } = turn
  if (commands.length === 0) return null
  if (text.nobody && showsUser(turn, text.user)) return 'The user'
  if (
    text.nameless &&
    commands.some(showsHost) &&
    !commands.some(({ name, args }) => name === 'hostname' && args.some((arg) => !arg.startsWith('-')))
  )
    return 'The name of the machine'
  if (text.elsewhere && commands.some((one) => RELATIVE.test([one.name, ...one.args].join(' ')))) return 'The place'
  const wrote = writtenBy([...earlier(), ...commands])
  const isPart = commands.some(({ name }) => TAKES_PART.test(name))
  let { cwd } = turn
  for (const command of commands) {
    const here = { ...turn, cwd }
    if (command.name === 'cd' && command.args[0] !== undefined) cwd = absolute(command.args[0], here)
    const line = [command.name, ...command.args].join(' ')
    const found = text.rests.find((rest) =>
      contradicts(rest, { command, line, here, output, wrote, isPart, made: text.made })
    )
    if (found) return found.text.slice(0, 80)
  }
  return null
}

/** The output tells the user, or where that user is at home. */
const showsUser = ({ commands, output, home }: ComputedTurn, user: string): boolean =>
  output.split(/[^\w./-]+/).some((word) => word === home || word.startsWith(`${home}/`)) ||
  commands.some(
    ({ name, args }) =>
      /^(?:whoami|id|groups|logname)$/.test(name) && args.every((arg) => arg.startsWith('-') || arg === user)
  )

const showsHost = ({ name, args }: Simple): boolean =>
  name === 'hostname' || name === 'hostnamectl' || (name === 'uname' && args.some((arg) => /^-\w*[na]/.test(arg)))

// Only a part of what another prints is shown.
const TAKES_PART = /^(?:e?grep|awk|sed|head|tail|wc|cut|sort|uniq|tr|jq|less|more)$/

interface Looked {
  /** The output is a part of what the command prints. */
  isPart: boolean
  made: string
  command: Simple
  line: string
  here: ComputedTurn
  output: string
  wrote: ReadonlySet<string>
}

// They show that something is there, and nothing of it.
const SHOWS_THERE =
  /^(?:which|type|command|whereis|dpkg|getent|id|pgrep|pidof|ls|stat|find|tree|test|file|du|wc)\b|^pip3? show\b|^\S+ (?:-{0,2}version|-[vV])\b/

function contradicts(rest: Rest, looked: Looked): boolean {
  const { command, line, output, wrote, isPart } = looked
  if (MUTE.test(line) || command.to.length > 0) return isKept(rest, looked)
  const own = touchedOf(rest.own, looked)
  const touched = own ?? touchedOf(rest.near, looked)
  const machine = isOfMachine(rest, looked)
  const trimmed = output.trim()
  if (DENIED.test(trimmed) || NOTHING.test(trimmed)) {
    // What is told to be missing may be missing.
    if (rest.denies || wrote.has(command.name)) return false
    // Of users `denialIn` knows more.
    if (USER_GONE.test(trimmed)) return false
    const denied = trimmed
      .split('\n')
      .filter((row) => NOTHING.test(row) || DENIED.test(row))
      .join('\n')
      .toLowerCase()
    const names = [...rest.own, ...rest.near].map(lastOf)
    if (
      DENIED.test(trimmed) &&
      !names.some((name) => denied.includes(name)) &&
      !machine &&
      !denied.includes(command.name)
    )
      return false
    if (NOTHING.test(trimmed) && !LOOKS.test(command.name))
      return (touched !== null || machine) && rest.values.some(({ shows }) => shows === null || shows.test(line))
    const program = PROGRAM_GONE.test(trimmed) && namesProgram(rest, command.name)
    return own === 'typed' || machine || program || (touched !== null && rest.values.length > 0)
  }
  if (REFUSED.test(trimmed)) return false
  if (
    rest.absent &&
    (own ??
      (rest.own.size === 0 || (/^\W*(?:not|no|nicht|kein)\b/i.test(rest.text) && !rest.sentence.startsWith(rest.text))
        ? touched
        : null)) !== null &&
    SHOWS_THERE.test(line) &&
    isPresent(rest, looked)
  )
    return true
  if (PLAIN_LIST.test(line)) return touched === 'typed' && miscounted(rest, looked)
  const byProgram = isBare(command) && namesProgram(rest, command.name) && !wrote.has(command.name)
  if (touched === null && !machine && !byProgram) return false
  if (rest.denies) return false
  const isCount = /^\d+$/.test(trimmed)
  // Of what only stands in an output, a listing shows the columns.
  if (touched !== 'typed' && isPart) return false
  const values = rest.values.filter(
    ({ shows, counts }) =>
      (shows === null || shows.test(line)) &&
      (!counts || isCount) &&
      (touched !== 'shown' || (shows !== null && shows !== QUOTED))
  )
  return values.length > 0 && !values.some((value) => isShown(value, output))
}

const PROGRAM_GONE = /(?:^|\n)\S{0,60}: (?:line \d{1,6}: )?\S{1,200}: command not found/

/** What is written where there is no room, or below a folder that can only be read. */
const isKept = ({ text, around }: Rest, { command: { args, to }, line, here }: Looked): boolean =>
  !/^(?:cd|pushd|export|unset|set|alias|sleep|kill)\b/.test(line) &&
  (NO_ROOM.test(text) ||
    (KEPT.test(text) &&
      [...around].some((name) => {
        if (!/^[~/]./.test(name)) return false
        const folder = `${absolute(name, here)}/`
        return [...args, ...to].some((arg) => absolute(arg, here).toLowerCase().startsWith(folder))
      })))

const KEPT =
  /\bro\b|\bread[- ]only\b|\b(?:nobody|no one|only|cannot|can['’]t|may not|not)\b.{0,40}\bwrit|\bwritable\b|schreibgeschützt|nur (?:lesbar|lesen)/i
const NO_ROOM = /\bno space left\b|\b(?:disk|partition|file ?system|platte)\b[^.%]{0,20}\b(?:full|100 ?%|voll)/i

/** Whether a name that is told to be absent stands in what is shown, or was looked for. */
function isPresent({ own, near }: Rest, { line, output }: Looked): boolean {
  const shown = new Set(output.split(/[\s:/="'`]+/).map((word) => word.toLowerCase()))
  return [...own, ...near].some((name) => shown.has(lastOf(name))) || !PLAIN_LIST.test(line)
}

/** The clause tells something of the machine that the command shows whole, and that was not read. */
function isOfMachine({ text, sentence, words }: Rest, { command, line, wrote, isPart, made }: Looked): boolean {
  if (wrote.has(command.name) || isPart) return false
  // Who asks for one of several is told of that one.
  const asked = command.args
    .filter((arg) => /^\w[\w.@-]*$/.test(arg))
    .slice(/^(?:getent|git|ip)$/.test(command.name) ? 1 : 0)
  if (asked.length > 0 && !asked.some((arg) => words.has(arg.toLowerCase()))) return false
  return OF_MACHINE.some(
    ({ shows, said, sentence: whole, made: read }) =>
      (shows.test(line) || command.from.some((one) => shows.test(one))) &&
      said.test(whole ? sentence : text) &&
      !read?.test(made)
  )
}

/** Whether the command names one of them, or its output does. */
function touchedOf(
  names: ReadonlySet<string>,
  { command, line, here, output, wrote }: Looked
): 'typed' | 'shown' | null {
  const left = [...names].filter((name) => !wrote.has(lastOf(name)))
  if (left.length === 0) return null
  const given = [...command.args, ...command.from, command.word.includes('/') ? command.word : ''].filter(
    (arg) => arg !== '' && !arg.startsWith('-')
  )
  if (given.length === 0 && /^(?:ls|find|tree|du)\b/.test(command.name)) given.push('.')
  const patterns = (command.patterns ?? []).map(lastOf)
  if (
    left.some((name) => given.some((arg) => isSame(name, arg, here)) || patterns.some((one) => fits(one, lastOf(name))))
  )
    return 'typed'
  if (!SHOWS_NAMES.test(line)) return null
  const shown = new Set(output.split(/[\s:/="'`]+/).map((word) => word.toLowerCase()))
  const roots = (given.length > 0 ? given : ['.']).map((arg) => `${absolute(arg, here).toLowerCase()}/`)
  const isBelow = (name: string): boolean =>
    !/^[~/]/.test(name) || output.includes(name) || roots.some((root) => `${absolute(name, here)}/`.startsWith(root))
  return left.some((name) => shown.has(lastOf(name)) && isBelow(name)) ? 'shown' : null
}

/** Whether an argument is what the text names: the same path, or a name that ends it. */
function isSame(name: string, arg: string, here: ComputedTurn): boolean {
  const typed = arg.toLowerCase()
  if (typed === name || /\$/.test(arg)) return typed.split(/[^\w~/.@+-]+/).includes(name)
  const path = absolute(arg, here).toLowerCase()
  if (/^[~/]/.test(name)) return path === absolute(name, here).toLowerCase()
  if (name.includes('/') ? path.endsWith(`/${name}`) : lastOf(typed) === name) return true
  // "the requirements file", `:5000`, `KEY=value`, "'name'"
  return (
    !name.includes('/') &&
    (lastOf(typed).replace(/\.\w{1,5}$/, '') === name || typed.split(/[\s={}:,()"'|]+|\.{2,3}/).includes(name))
  )
}

/** Whether a word with `*` and `?` stands for a name. */
function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*')
  let at = 0
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (name.startsWith(part) ? 0 : -1) : name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return parts.at(-1) === '' || at === name.length
}

/** It asks for no file: `umask`, `node --version`. */
const isBare = ({ args, from }: Simple): boolean =>
  from.length === 0 && args.every((arg) => arg.startsWith('-') || /^(?:version|status|show|list|info|-)$/.test(arg))

const COMMON =
  /^(?:ls|cat|cd|test|time|find|file|which|who|last|watch|more|less|sort|cut|head|tail|date|id|top|type|host|env|make|sleep|true|false|w|at|look|pwd|echo|tree|history|jobs|set|touch)$/

const namesProgram = ({ words }: Rest, program: string): boolean => {
  const name = program.toLowerCase()
  return !COMMON.test(name) && (words.has(name) || words.has(name.replace(/(?<![\d.])[\d.]+$/, '')))
}

/** A listing that is as long as no number of the text. */
function miscounted(rest: Rest, { output, line }: Looked): boolean {
  const counts = rest.values.filter((value) => value.counts)
  if (counts.length === 0) return false
  const length = line.startsWith('ls') ? output.split(/\s+/).filter(Boolean).length : output.trim().split('\n').length
  return !counts.some(({ text }) => text === String(length) || text === output.trim())
}

function isShown({ text }: StatedValue, output: string): boolean {
  if (!/^\d/.test(text)) return output.includes(text)
  // As a table of cron has a time.
  const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? []
  if (minute !== undefined && output.includes(`${Number(minute)} ${Number(hour)} `)) return true
  return output.split(/[^\w.,%:-]+/).some((word) =>
    [word, ...word.split(/[:-]/)].some((part) => {
      const number = plainNumber(part)
      return number === text || number.startsWith(`${text}.`) || number.startsWith(`${text}-`)
    })
  )
}

/** What commands have written by name, and the settings that they have changed. */
function writtenBy(commands: readonly Simple[]): Set<string> {
  return new Set(
    commands.flatMap(({ name, args, to }) => {
      const named = args.filter((arg) => !arg.startsWith('-'))
      return [
        ...to.map(lastOf),
        ...(WRITES.test(name) && !/^(?:git|python3?|node|perl|ruby|sh|bash|systemctl|service)$/.test(name)
          ? named.flatMap((arg) => [lastOf(arg), lastOf(arg.split('=')[0] ?? '')])
          : []),
        ...(WRITES.test(name) && named.length > 0 && !/^(?:git|python3?|node|perl|ruby|sh|bash)$/.test(name)
          ? [name]
          : []),
        ...(name === 'git' &&
        /^(?:add|commit|checkout|switch|merge|rebase|tag|stash|reset|rm|mv|branch)$/.test(named[0] ?? '') &&
        (named.length > 1 || named[0] === 'commit')
          ? ['git']
          : [])
      ]
    })
  )
}
