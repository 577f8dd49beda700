// What an initial state comes to: the sentences and listings of a world's first page, read by rules into effects. What no rule reads stays with
// the model, which is told the whole text.

import { absolute } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { describedBy, startedBy } from './described.ts'
import { type Hardware, hardwareIn, unshownIn } from './facts/hardware.ts'
import { factsIn, hostIn, measuredIn, saidIn, userIn } from './facts/index.ts'
import { fieldsIn } from './fields.ts'
import { type Listings, readListings } from './listings.ts'
import { type MakingScript, madeBy } from './made-by.ts'
import { isSurely, likeFiles } from './name-forms.ts'
import { namesIn } from './names.ts'
import { nodeModulesIn } from './node-modules.ts'
import { repositoryIn } from './repository.ts'
import type { ShownFile } from './transcript.ts'

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
  const body = text.replaceAll('\r\n', '\n')
  const [, active, prompt = null, promptUser, promptHost, promptFolder] = PROMPT.exec(body) ?? []
  const stated = statedIn(body)
  const about = saidIn(stated)
  const words = stated.join('\n')
  const user = promptUser ?? userIn(about) ?? 'root'
  const home =
    /\bhome(?: folder| directory)?(?: is|:)? (\/[\w./-]*\w)/i.exec(words)?.[1] ??
    (user === 'root' ? '/root' : `/home/${user}`)
  const host = promptHost ?? hostIn(about)
  const place = placeIn(words, home)
  const cwd = promptFolder ? absolute(promptFolder, { cwd: '/', home }) : (place ?? usual ?? home)
  // `~` in a prompt is exact; a prompt that shows only the last part of a path is completed by the path that the text names.
  const named = place && promptFolder && !/[/~]/.test(promptFolder) && place.endsWith(`/${promptFolder}`) ? place : cwd
  const folder = promptFolder ? named : cwd
  const at = { cwd: place ?? folder, home }
  const { made, rest } = madeBy(body, at)
  const { shown, prose: left, unread } = readListings(rest.replace(PROMPT, '\n'), at)
  const prose = [...moreIn(left, shown), ...left]
  const files = shown.map(effectOf)
  const whole = prose.join('\n')
  const said = prose.filter((line) => !/^(?: {2,}|\t)/.test(line)).join('\n')
  const told = saidIn(prose, shown)
  const installed = nodeModulesIn(told.sentences, at.cwd)
  const git = repositoryIn(whole, at.cwd, { user, ignored: installed.length > 0 ? ['node_modules/'] : [] })
  const machine = hardware(hardwareIn(said), measuredIn(told))
  const facts = factsIn(told, { text: body, prose, main: { name: user, home }, runs })
  const effects: StateChange[] = [
    ...facts.effects,
    ...(host ? [{ do: 'host' as const, name: host }] : []),
    ...machine,
    { do: 'mkdir', path: folder },
    ...files,
    ...installed,
    ...holdings(said, at, [...files, ...facts.effects]),
    ...claimed(git, at.cwd, shown),
    ...git,
    ...facts.after,
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
    made,
    unread: [
      ...unread,
      ...overlooked(prose, { body, effects, at }),
      ...otherHashes(git, body),
      ...untoldOf(git, body),
      ...facts.unmade,
      ...machine.flatMap((one) => unshownIn(one, body))
    ]
  }
}

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

/** The lines that belong to no file, with what files and fields say of the machine before them. */
function statedIn(body: string): string[] {
  const { shown, prose } = readListings(madeBy(body, ANYWHERE).rest, ANYWHERE)
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
  const found = [...files, ...shown.flatMap(unitOf), ...startedBy(text), ...fieldsIn(prose)]
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

/** A commit's hash follows from all that is in it, down to the second. */
function otherHashes(git: readonly StateChange[], text: string): Initial['unread'] {
  const line = text.split('\n').findIndex((one) => /\b[0-9a-f]{7,40} ["(]|^(?:commit )?[0-9a-f]{7,40}\b/.test(one)) + 1
  return git.length > 0 && line > 0 ? [{ line, why: 'Commits have other hashes than these.' }] : []
}

/** What is said of a repository without what makes it. */
function untoldOf(git: readonly StateChange[], text: string): Initial['unread'] {
  if (git.length === 0) return []
  return text
    .split('\n')
    .flatMap((line, at) => [
      ...(/\bstash(?:es|ed)?\b/i.test(line)
        ? [{ line: at + 1, why: 'What is in the stash is not told; git has none.' }]
        : []),
      ...(/\bcommits? (?:ahead|behind)\b/i.test(line)
        ? [{ line: at + 1, why: 'Commits that are counted and not named are not there.' }]
        : [])
    ])
}

/** Files that are not committed are there, though nobody shows them. */
function claimed(
  git: readonly Extract<StateChange, { do: 'git' }>[],
  cwd: string,
  shown: readonly ShownFile[]
): StateChange[] {
  const known = new Set(shown.map(({ path }) => path))
  return git.flatMap(({ pending = [] }) =>
    pending.flatMap(({ path, is }): StateChange[] => {
      const whole = absolute(path, { cwd, home: '/' })
      return is === 'deleted' || known.has(whole) ? [] : [{ do: 'claim', path: whole, kind: 'file' }]
    })
  )
}

/** What is said of it, and what commands are shown to print of it. */
function hardware([said]: Hardware[], measured: Omit<Hardware, 'do'>): Hardware[] {
  const all = { ...measured, ...said }
  return Object.keys(all).length > 0 ? [{ ...all, do: 'hardware' }] : []
}

const effectOf = ({ path, content, kind, runs }: ShownFile): StateChange =>
  content === null ? { do: 'claim', path, kind } : { do: 'write', path, content, ...(runs && { mode: 0o755 }) }

/** The folder that the text is about: a repository's, or the one that someone is in. */
function placeIn(text: string, home: string): string | null {
  const named =
    /\b(?:repository|project|working (?:directory|folder)|work tree|checkout|cwd)(?: is| lies)?(?: at| in|:)? (~?\/[\w.@/-]*[\w@-])/i.exec(
      text
    ) ??
    /\b(?:repository|project|code ?base|(?:task|project|source) files|source code|code|commands?)(?: is| are| lies?| lives?| was| were| runs?)(?: run| moved| copied| cloned| mounted| checked out| kept| stored| executed| found| located)?(?: [^\n/]{0,60}?)? (?:in|to|at|from|under|into) (~?\/[\w.@/-]*[\w@-])/i.exec(
      text
    ) ??
    /\b(?:running|logged in|working) as [^.\n/]{0,40} in (~?\/[\w.@/-]*[\w@-])/.exec(text) ??
    /\bshell (?:is )?in (~?\/[\w.@/-]*[\w@-])/.exec(text) ??
    /\bshell bash, in (~?\/[\w.@/-]*[\w@-])/.exec(text) ??
    /^(~?\/[\w.@/-]*[\w@-]), (?:a|the) .{0,30}repository/im.exec(text)
  return named?.[1] === undefined ? null : absolute(named[1], { cwd: '/', home })
}

/** "/root holds .bashrc, .ssh/ and nothing else": names that are there without their content. */
function holdings(text: string, { cwd, home }: { cwd: string; home: string }, files: StateChange[]): StateChange[] {
  const known = new Set(files.flatMap((one) => ('path' in one ? one.path : [])))
  const found: StateChange[] = []
  const claim = (path: string, before: string, kind: 'file' | 'folder'): void => {
    if (known.has(path) || OWN.test(path)) return
    known.add(path)
    const empty = before.slice(-40).split(',').at(-1) ?? ''
    if (kind === 'folder' && /\bempty (?:folder|directory)/.test(empty)) found.push({ do: 'mkdir', path })
    else found.push({ do: 'claim', path, kind })
  }
  for (const sentence of text.split(/[.;](?=\s|$)|\n\n|\n(?=[A-Z])/)) {
    const file = SAYS.exec(sentence)
    const text = file?.[3] ?? file?.[4] ?? file?.[5]
    if (file && text !== undefined && isSurely(file[1] ?? '') && !DENIED.test(sentence.slice(0, file.index))) {
      const place = file[2] === undefined ? cwd : /^[/~]/.test(file[2]) ? file[2] : home
      const path = absolute(file[1] ?? '', { cwd: absolute(place, { cwd, home }), home })
      if (!known.has(path) && known.add(path)) found.push({ do: 'write', path, content: `${text}\n` })
      continue
    }
    const { folder, list } = held(sentence, { cwd, home })
    if (folder !== null && !DENIED.test(list.split(/,| and /)[0] ?? '')) {
      if (RANGE.test(list)) {
        claim(folder, '', 'folder')
        continue
      }
      for (const { name, before, after } of namesIn(list)) {
        const path = absolute(name, { cwd: folder, home })
        const content = WITH.exec(after)
        if (/^ ?\((?:an )?empty(?: file)?\)/.test(after) && !known.has(path) && known.add(path))
          found.push({ do: 'write', path, content: '' })
        const line = content?.[1] ?? content?.[2] ?? content?.[3]
        if (line !== undefined && !known.has(path) && known.add(path))
          found.push({ do: 'write', path, content: `${line.trim()}\n` })
        else claim(path, before, name.endsWith('/') ? 'folder' : 'file')
      }
      if (!known.has(folder) && !OWN.test(folder) && !isFile(folder)) found.push({ do: 'mkdir', path: folder })
    }
    if (DENIED.test(sentence)) continue
    const [, about] = /^\s*([\w.-]+(?:\/[\w.-]+)*\/) (?:is|holds|contains|has)\b/.exec(sentence) ?? []
    if (about !== undefined) claim(absolute(about, { cwd, home }), '', 'folder')
    // A file that is named by its whole path is there, whatever is said of it.
    for (const [word] of sentence.matchAll(/[^\s,;()]+/g)) {
      const path = word.replaceAll(/[`'"]/g, '').replace(/[.:!?]$/, '')
      if (/^[~/]/.test(path) && namesIn(path.slice(1)).length > 0 && !path.endsWith('/'))
        claim(absolute(path, { cwd: '/', home }), '', 'file')
    }
  }
  return found
}

// "a file a.txt in the home folder which contains the text "hello""
const SAYS =
  /(?:^|\s)[`'"]?([\w@+.~/-]{1,200}\.\w{1,8})[`'"]?(?: (?:in|at|under) (?:the |your |my )?(home(?: folder| directory)?|[/~][\w./-]{0,200}))?,? (?:(?:which|that) )?(?:contains|says|reads)(?: (?:just|only|exactly))?(?: the)?(?: (?:text|line|words?))?:? (?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`)/

// "notes.txt with the line: milk", "notes.txt, which says "milk""
const WITH =
  /^,? (?:with|containing|saying|(?:which|that) (?:says|reads|holds|contains))(?: the| a| one| only| single)*(?: line| text| content| words?)?(?::? "([^"\n]*)"|:? `([^`\n]*)`|: ([^"`\n]+)$)/

// "1200 files named img_0001.jpg to img_1200.jpg": a folder that nobody has listed.
const RANGE = /\d\.\w{1,8}[`'"]? (?:to|through|until|–|-) [`'"]?[\w-]{1,40}\d\.\w{1,8}\b/

const DENIED = /\b(?:not|no|missing|without|lacks|doesn't)\b/

/** The folder that a sentence is about, and what it says is in it. */
function held(sentence: string, { cwd, home }: { cwd: string; home: string }): { folder: string | null; list: string } {
  const [, place, names] =
    /^\s*(?:The )?(?:files|contents?|logs) (?:in|of) ([/~][\w@./-]*):? ([^\n]*)$/i.exec(sentence) ?? []
  if (place !== undefined) return { folder: absolute(place.replace(/:$/, ''), { cwd: '/', home }), list: names ?? '' }
  for (const { 0: verb, index } of sentence.matchAll(/\b(?:holds|contains|has|with)\b/g)) {
    const before = sentence.slice(0, index)
    const place = before.split(/\s+/).findLast((word) => /^[~/]/.test(word))
    const list = sentence.slice(index + verb.length)
    if (place !== undefined) return { folder: absolute(place.replace(/[,:]$/, ''), { cwd: '/', home }), list }
    if (/\bhome (?:folder|directory)/.test(before)) return { folder: home, list }
    if (HERE.test(`${before}${verb}`) && namesIn(list).length > 0) return { folder: cwd, list }
  }
  return { folder: null, list: '' }
}

// What something has, or is with, need not lie in it.
const HERE =
  /^\s*(?:it|the (?:repository|repo|project|code ?base|checkout|(?:work(?:ing)? )?(?:tree|folder|directory))) (?:also |only |just )?(?:holds|contains)$/i

// A name like a file's, which has modes and owners, and nothing in it.
const isFile = (path: string): boolean =>
  /\/\w[^/]*$/.test(path) && /\.\w{1,8}$/.test(path) && !/\.(?:d|git)$/.test(path)
// What the machine has of its own, or makes as it goes.
const OWN = /^\/(?:dev|proc|sys|usr\/(?:s?bin|lib)|bin|sbin|lib)\//

function unique(effects: StateChange[]): StateChange[] {
  const seen = new Set<string>()
  return effects.filter((effect) => {
    const text = JSON.stringify(effect)
    return !seen.has(text) && seen.add(text)
  })
}
