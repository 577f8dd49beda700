// What an initial state comes to: the sentences and listings of a world's first page, read by rules into effects. What no rule reads stays with
// the model, which is told the whole text.

import { absolute } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { accountTableIn } from './account-table.ts'
import { type Alias, aliasesIn } from './aliases.ts'
import { describedBy, startedBy } from './described.ts'
import { type Hardware, hardwareIn, unshownIn } from './facts/hardware.ts'
import { factsIn, hostIn, measuredIn, saidIn, userIn } from './facts/index.ts'
import { denies, type StatedText } from './facts/said.ts'
import { fieldsIn } from './fields.ts'
import { gitIn } from './git-told.ts'
import { holdings } from './holdings.ts'
import { homed } from './homed.ts'
import { type Listings, readListings } from './listings.ts'
import { type MakingScript, madeBy } from './made-by.ts'
import { likeFiles } from './name-forms.ts'
import { namesIn } from './names.ts'
import { nodeModulesIn } from './node-modules.ts'
import { outlined } from './outline.ts'
import { homeIn, placeIn, promptIn } from './place.ts'
import { countedOut } from './ranges.ts'
import { spelled, stepped } from './spelling.ts'
import { terseIn } from './terse.ts'
import { thingsIn } from './things.ts'
import type { ShownFile } from './transcript.ts'
import { unfolded } from './within.ts'

/** A world before its first step. */
export interface Initial {
  user: string
  home: string
  host: string | null
  cwd: string
  /** The prompt line as the text ends in it, without the blank behind it; `null` where it ends in none. */
  prompt: string | null
  /** In the order in which they can be done. */
  effects: StateChange[]
  /** Of its shell, as the text has them beside its start files. */
  aliases: Alias[]
  /** Commands that made what is there, to be run after the effects. */
  made: MakingScript | null
  /** What looks like a file or a listing and was not read, by its line (from 1): the model is told it, and nothing computes it. */
  unread: Listings['unread']
}

const PROMPT = /(?:^|\n)(\([^)\n]*\) )?(\[?([\w.-]+)@([\w.-]+)(?::| )\s?([^\]\n]*?)\]? ?[#$%])[ \t]*\n*$/

/**
 * @param cwd where relative paths lie, where the text does not say
 * @param runs the version that the machine has of a language, by its program
 */
export function readInitial(
  text: string,
  { cwd: usual, runs = {} }: { cwd?: string; runs?: Readonly<Record<string, string>> } = {}
): Initial {
  // "max's home" is a place.
  const body = outlined(stepped(text.replaceAll('\r\n', '\n').split('\n')).map(countedOut))
    .join('\n')
    .replaceAll(
      /\b([a-z_][a-z0-9_-]{0,31})['’]s home(?: (?:folder|directory))?(?= (?:holds|contains|has|is)\b)/g,
      (_, name) => (name === 'root' ? '/root' : `/home/${name}`)
    )
  const [, active, prompt = null, ...shownLast] = PROMPT.exec(body) ?? []
  const [promptUser, promptHost, promptFolder] = prompt === null ? promptIn(body) : shownLast
  const stated = statedIn(body)
  const about = saidIn(stated)
  const words = stated.join('\n')
  const user = promptUser ?? userIn(about) ?? homeIn(about) ?? 'root'
  const home =
    /\bhome(?: folder| directory)?(?: is|:)? (\/[\w./-]*\w)/i.exec(ownOf(about, user))?.[1] ??
    (user === 'root' ? '/root' : `/home/${user}`)
  const host = promptHost ?? hostIn(about)
  const place = placeIn(`${words}\n${about.sentences.join('\n')}`, about, {
    ...{ home, body },
    code: usual !== undefined
  })
  const cwd = promptFolder ? absolute(promptFolder, { cwd: '/', home }) : (place ?? usual ?? home)
  // `~` in a prompt is exact; a prompt that shows only the last part of a path is completed by the path that the text names.
  const full = place && promptFolder && !/[/~]/.test(promptFolder) && place.endsWith(`/${promptFolder}`) ? place : cwd
  const folder = promptFolder ? full : cwd
  const at = { cwd: place ?? folder, home }
  const { made, rest, database } = madeBy(body, at)
  const { shown, prose: lines, unread } = readListings(rest.replace(PROMPT, '\n'), at)
  const left = plainly(lines)
  const prose = [...moreIn(left, shown), ...left]
  const bare = new Set(shown.flatMap(({ path, empty }) => (empty ? [path] : [])))
  const scripts = shown.filter(({ content }) => content?.startsWith('#!'))
  // "The script is executable": of the only one.
  const saysSo = scripts.length === 1 && /\b(?:the|this) (?:\w{1,12} )?script is executable\b/i.test(prose.join('\n'))
  const told = saidIn(prose, shown)
  // "build.sh is executable."
  const runnable = told.sentences.filter((one) => /\bexecutables?\b/i.test(one) && !denies(one))
  const named = new Set(runnable.flatMap((one) => namesIn(one).map(({ name }) => absolute(name, at))))
  const executable = new Set(
    shown.flatMap(({ path, runs, content }) =>
      runs || named.has(path) || (saysSo && content?.startsWith('#!')) ? [path] : []
    )
  )
  const listed = shown
    // What `ls -A` shows of a repository, git makes.
    .filter(({ path, empty, content }) => (empty || !bare.has(path)) && !(content === null && path.endsWith('/.git')))
    // What somebody stands in is a folder, whatever was read as its content.
    .map((one) => (one.path === folder ? { ...one, content: null, kind: 'folder' as const } : one))
    .map((one) => effectOf(executable.has(one.path) ? { ...one, runs: true } : one))
  const whole = prose.join('\n')
  const said = prose.filter((line) => !/^(?: {2,}|\t)/.test(line)).join('\n')
  const files = homed(listed, {
    told: [...holdings(said, at, listed), ...placedIn(told.sentences, at)],
    cwd: at.cwd,
    body
  })
  const installed = nodeModulesIn(told.sentences, at.cwd)
  const git = gitIn(whole, {
    ...{ body, user, ...at, files },
    ignored: installed.length > 0 ? ['node_modules/'] : []
  })
  const inHome = (one: StateChange): StateChange =>
    one.do === 'env' ? { ...one, value: one.value.replaceAll('$HOME', home) } : one
  const machine = hardware(hardwareIn(said), measuredIn(told))
  const facts = factsIn(told, { text: body, prose, main: { name: user, home }, runs })
  const held = holdings(said, at, [...files, ...facts.effects])
  const things = thingsIn(told.sentences, {
    ...at,
    places: files.flatMap((one) => ('path' in one ? one.path : [])),
    known: new Set([...files, ...held].flatMap((one) => (one.do === 'write' || one.do === 'link' ? one.path : [])))
  })
  const written = new Set(things.made.flatMap((one) => (one.do === 'write' ? one.path : [])))
  // "In recipes there is soup.txt" says of a name that was taken for one of the folder around where it lies.
  const isElsewhere = (path: string) =>
    [...written].some(
      (one) =>
        one.endsWith(path.slice(path.lastIndexOf('/'))) &&
        one !== path &&
        one.startsWith(path.slice(0, path.lastIndexOf('/') + 1))
    )
  const settled = new Set([...written, ...held.flatMap((one) => (one.do === 'mkdir' ? one.path : []))])
  // A folder that is named, and of which nothing is told, is there and not empty.
  const unseen = new Set(
    [...files, ...held].flatMap((one) => (one.do === 'claim' && one.kind === 'folder' ? one.path : []))
  )
  const isUnseen = (path: string) =>
    unseen.has(path) &&
    !settled.has(path) &&
    ![...held, ...things.made].some((one) => 'path' in one && one.path.startsWith(`${path}/`))
  // Named without its folder elsewhere.
  const isDatabase = (path: string) =>
    path === database || (database?.endsWith(path.slice(at.cwd.length)) && path.lastIndexOf('/') === at.cwd.length)
  const effects: StateChange[] = [
    ...facts.effects.map(inHome),
    ...(host ? [{ do: 'host' as const, name: host }] : []),
    ...machine,
    { do: 'mkdir', path: folder },
    // Sentences say what is in a folder of a listing.
    ...files.filter((one) => !(one.do === 'claim' && (settled.has(one.path) || isDatabase(one.path)))),
    ...installed,
    ...held.filter(
      (one) =>
        !(
          'path' in one &&
          (isDatabase(one.path) || (one.do === 'claim' && (settled.has(one.path) || isElsewhere(one.path))))
        )
    ),
    ...things.made.filter(
      (one) => !('path' in one && (isDatabase(one.path) || (one.do === 'mkdir' && isUnseen(one.path))))
    ),
    ...claimed(git.made, shown),
    ...git.made,
    ...git.after,
    ...facts.after,
    ...things.after,
    ...environment(active, folder),
    { do: 'cwd', path: folder }
  ]
  return {
    user,
    home,
    host,
    cwd: folder,
    prompt: prompt === null ? null : `${active ?? ''}${prompt}`,
    effects: unique(effects),
    aliases: aliasesIn(prose),
    made,
    unread: [
      ...unread.filter(({ why }) => !git.undone.some((path) => why.startsWith(`A difference of ${path} `))),
      ...overlooked(prose, { body, effects, at }),
      ...git.unmade,
      ...facts.unmade,
      ...machine.flatMap((one) => unshownIn(one, body))
    ]
  }
}

/** "The package is in core/ with a.py" tells where the a.py is that is shown by its name. */
const placedIn = (sentences: readonly string[], at: { cwd: string; home: string }): StateChange[] =>
  sentences.flatMap((one) =>
    namesIn(one).flatMap(({ name }): StateChange[] =>
      /^\w[\w@+.-]*\/\w/.test(name) && !name.endsWith('/')
        ? [{ do: 'claim', path: absolute(name, at), kind: 'file' }]
        : []
    )
  )

/** The sentences that are not about another user. */
const ownOf = ({ sentences }: StatedText, user: string): string =>
  sentences.filter((one) => (/\busers? [`'"]?([a-z_][\w-]{0,31})/i.exec(one)?.[1] ?? user) === user).join('\n')

/** The user that a service's unit runs as. */
function unitOf({ path, content }: ShownFile): string[] {
  const user = path.endsWith('.service') ? /^User=([a-z_][\w-]*)$/m.exec(content ?? '')?.[1] : undefined
  return user === undefined || user === 'root' ? [] : [`There is a user ${user} with shell /usr/sbin/nologin.`]
}

/** The virtual environment that a prompt shows: "(venv) ada@box:~/app$". */
function environment(shown: string | undefined, folder: string): StateChange[] {
  const name = shown?.trim().slice(1, -1)
  if (name === undefined) return []
  const value = name === 'base' ? '/opt/conda' : `${folder}/${name}`
  return [
    { do: 'env', name: name === 'base' ? 'CONDA_PREFIX' : 'VIRTUAL_ENV', value },
    { do: 'env', name: 'VIRTUAL_ENV_PROMPT', value: `(${name})` }
  ]
}

// Where files lie does not matter to what is said of the machine.
const ANYWHERE = { cwd: '/', home: '/' }

/** Prose as the rules read it. */
const plainly = (lines: readonly string[]): string[] => unfolded(lines.map(spelled).join('\n')).split('\n')

/** The lines that belong to no file, with what files and fields say of the machine before them. */
function statedIn(body: string): string[] {
  const { shown, prose: lines } = readListings(madeBy(body, ANYWHERE).rest, ANYWHERE)
  const prose = plainly(lines)
  return [...moreIn(prose, shown), ...prose]
}

/** What files that describe a machine and lines of "name: value" say, in sentences; a blank line ends them. */
function moreIn(prose: readonly string[], shown: readonly ShownFile[]): string[] {
  const text = prose.join('\n')
  const files = shown.flatMap(({ path, content }) =>
    content !== null && /\/(?:Dockerfile|Vagrantfile|user-data|cloud-(?:init|config)\.ya?ml)$/.test(path)
      ? describedBy(content.split('\n'), text)
      : []
  )
  const found = [
    ...files,
    ...shown.flatMap(unitOf),
    ...startedBy(text),
    ...fieldsIn(prose),
    ...accountTableIn(prose),
    ...terseIn(prose)
  ]
  return found.length > 0 ? [...found, ''] : found
}

/** What looks like files and came to nothing. */
function overlooked(
  prose: readonly string[],
  { body, effects, at }: { body: string; effects: readonly StateChange[]; at: { cwd: string; home: string } }
): Initial['unread'] {
  const known = new Set(effects.flatMap((one) => ('path' in one ? one.path : [])))
  const lines = body.split('\n')
  const missed = likeFiles(prose).filter(({ path }) => !known.has(absolute(path, at)))
  const numbers = missed.map(({ line }) => lines.indexOf(line) + 1)
  // Lines that follow each other are one list.
  return numbers.flatMap((line, index) =>
    line === 0 || numbers[index - 1] === line - 1 || numbers[index - 1] === line
      ? []
      : [{ line, why: 'It looks like files, and could not be read.' }]
  )
}

/** Files that are not committed are there, though nobody shows them. */
function claimed(git: readonly Extract<StateChange, { do: 'git' }>[], shown: readonly ShownFile[]): StateChange[] {
  const known = new Set(shown.map(({ path }) => path))
  return git.flatMap(({ path: folder, pending = [] }) =>
    pending.flatMap(({ path, is }): StateChange[] => {
      const whole = absolute(path, { cwd: folder, home: '/' })
      const kind = path.endsWith('/') ? 'folder' : 'file'
      return is === 'deleted' || known.has(whole) ? [] : [{ do: 'claim', path: whole.replace(/\/$/, ''), kind }]
    })
  )
}

/** What is said of it, and what commands are shown to print of it. */
function hardware([said]: Hardware[], measured: Omit<Hardware, 'do'>): Hardware[] {
  const all = { ...measured, ...said }
  return Object.keys(all).length > 0 ? [{ ...all, do: 'hardware' }] : []
}

function effectOf({ path, content, kind, runs, to, empty, listed }: ShownFile): StateChange {
  if (to !== undefined) return { do: 'link', path, to }
  if (empty || listed) return { do: 'mkdir', path }
  return content === null ? { do: 'claim', path, kind } : { do: 'write', path, content, ...(runs && { mode: 0o755 }) }
}

function unique(effects: StateChange[]): StateChange[] {
  const seen = new Set<string>()
  return effects.filter((effect) => {
    const text = JSON.stringify(effect)
    return !seen.has(text) && seen.add(text)
  })
}
