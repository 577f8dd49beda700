// A text with headings and lists within lists, each line as it would stand by itself: an entry of a folder's list has its whole path, and an entry
// below "Users", "Services" or "Branches" is the sentence that says the same.

import { fenceIn, headingIn, isFile } from './heading.ts'
import { indentedNames, isSurely } from './name-forms.ts'

type Section = 'users' | 'services' | 'branches'

const SECTIONS: [title: RegExp, section: Section][] = [
  [/^(?:local |system |other )?(?:users?|accounts?|user accounts|users (?:and|&) groups)$/i, 'users'],
  [
    /^(?:(?:running|active|background|listening|system) )?(?:services?|processes|daemons|ports|network|networking|listeners|open ports)(?: (?:and|&) (?:services?|processes|ports))?$/i,
    'services'
  ],
  [/^(?:git |local |existing )?branches$/i, 'branches']
]

const BULLET = /^(\s*)(?:[-*•+]|\d{1,3}[.)]) (.*)$/
// How far a block of code may be indented that belongs to an entry.
const DEEP = 8

interface Entry {
  indent: number
  /** The folder that the entries below it lie in; `null` where it is none. */
  folder: string | null
  section: Section | null
}

/** As many lines as there were, so that each keeps its number. */
export function outlined(lines: readonly string[]): string[] {
  const found: string[] = []
  let top: Entry = { indent: -1, folder: null, section: null }
  let above: Entry[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const fence = fenceIn(line, DEEP)
    // What is in a block of code, or a list of nothing but names, stays as it is.
    const end = fence ? closedAt(lines, at, fence.mark) : Math.max(at, (indentedNames(lines, at)?.next ?? 0) - 1)
    if (fence || end > at) {
      for (; at <= end && at < lines.length; at++) found.push(lines[at] ?? '')
      at--
      continue
    }
    const [, space = '', text] = BULLET.exec(line) ?? []
    // "- name: rosa" with "uid: 1100" below it is a map of YAML, and tells of more than a name.
    const isMap = /^[a-z_]\w{0,30}: \S/.test(text ?? '') && /^\s+[a-z_]\w{0,30}: \S/.test(lines[at + 1] ?? '')
    if (text === undefined || isMap) {
      found.push(line)
      if (isMap || line.trim() === '' || /^\s|^[=~-]{3,}$/.test(line)) continue
      top = { indent: -1, folder: folderOf(line), section: sectionOf(line) }
      above = []
      continue
    }
    const indent = space.length
    above = above.filter((one) => one.indent < indent)
    const over = above.at(-1) ?? top
    const said = over.section === null ? null : sentenceOf(over.section, text)
    const joined = over.folder === null ? null : below(over.folder, text)
    found.push(said ?? (joined === null ? line : `- ${joined}`))
    const own = joined ?? text
    above.push({ indent, folder: folderIn(own), section: sectionOf(text) })
  }
  return found
}

function closedAt(lines: readonly string[], at: number, mark: string): number {
  let end = at + 1
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(mark)) end++
  return end
}

const plain = (text: string): string =>
  text
    .replace(/^#{1,6} /, '')
    .replaceAll(/\*\*|`/g, '')
    .replace(/^\d{1,2}[.)] /, '')
    .trim()
    .replace(/:$/, '')
    .trim()

const sectionOf = (line: string): Section | null => SECTIONS.find(([title]) => title.test(plain(line)))?.[1] ?? null

const OF_FILES = /\b(?:files?|folder|directory|contents?|contains?|holds|listing|layout|structure|tree)\b/i

/** The folder that a title or a sentence before a list is of: "Files in /etc/app:", "Your home directory contains:". */
function folderOf(line: string): string | null {
  if (!/:\**$|^#/.test(line.trim())) return null
  const words = plain(line)
  if (/\bhome (?:folder|directory)(?: (?:contains|has|holds)\b[^/~]*)?$/i.test(words)) return '~'
  const paths = words.split(/[\s(),]+/).filter((word) => /^(?:~$|~?\/[\w.@+-])/.test(word))
  const [path = ''] = paths
  return paths.length === 1 && (OF_FILES.test(words) || words === path) && !/\.\w{1,8}$/.test(path)
    ? path.replace(/\/$/, '')
    : null
}

/** The word that an entry begins with, and the marks around it. */
function namedIn(text: string): { name: string; mark: string; rest: string } {
  const mark = /^(?:`|\*\*|")/.exec(text)?.[0] ?? ''
  const name = /^[^\s`*"]+/.exec(text.slice(mark.length))?.[0] ?? ''
  const rest = text.slice(mark.length + name.length)
  const isClosed = rest.startsWith(mark) && /^(?:$|[\s:(,])/.test(rest.slice(mark.length))
  return isClosed ? { name, mark, rest: rest.slice(mark.length) } : { name: '', mark: '', rest: text }
}

/** The folder that an entry is of: "`/var/log/app/` - the logs:", "conf (directory)", "a directory `poems` with two files:". */
function folderIn(text: string): string | null {
  const { name: first, mark, rest } = namedIn(text)
  const isNoted = /^[\s:(,–—-]*(?:an? )?(?:\w{1,12} )?(?:folder|directory)\b/i.test(rest)
  if (first.endsWith('/') && headingIn(first.slice(0, -1))) return first.slice(0, -1)
  if (/^[~/]/.test(first) && (isNoted || (rest.trim() === ':' && !/\.\w{1,8}$/.test(first)))) return first
  if (isNoted && mark !== '') return first
  return (
    /^(?:an? |the )?(?:\w{1,12} )?(?:folder|directory) (?:called |named )?[`"]?([\w@+./~-]+?)\/?[`"]?(?= (?:with|that|which|containing|holding)\b|[:,]|$)/i.exec(
      text
    )?.[1] ?? null
  )
}

/** An entry that is a name, with the folder before it; `null` for what is no name, or has its folder. */
function below(folder: string, text: string): string | null {
  const { name, mark, rest } = namedIn(text)
  const bare = name.replace(/[:,]$/, '')
  if (bare === '' || /^[~/]/.test(bare) || bare.startsWith(`${folder}/`) || !headingIn(bare.replace(/\/$/, '')))
    return null
  const isName = bare.endsWith('/') || isSurely(bare) || /^\.[a-z]/.test(bare) || (mark === '`' && isFile(`/${bare}`))
  return isName ? `${mark}${folder === '/' ? '' : folder}/${name}${mark}${rest}` : null
}

const ITEM = /^[`*]{0,3}([a-z_][\w.@-]{0,31})[`*]{0,3}(?:$|[ ,:(–—-])(.*)$/

function sentenceOf(section: Section, text: string): string | null {
  switch (section) {
    case 'users':
      return userOf(text)
    case 'services':
      return serviceOf(text)
    case 'branches':
      return branchOf(text)
    default:
      return section satisfies never
  }
}

/** "backup (uid 1001), home /home/backup, shell /bin/bash" */
function userOf(text: string): string | null {
  const [, name = '', rest = ''] = ITEM.exec(text) ?? []
  if (name === '' || name === 'root' || /^(?:no|none|only|the|all|a|an)$/.test(name)) return null
  // What is a sentence already.
  if (/^(?:\(?[^()]{0,60}\) ?)?(?:is|are|has|have|may|can|owns|belongs)\b/.test(rest.trimStart())) return null
  const traits = rest
    .replaceAll(/[()`*–—]|^\s*-/g, ' , ')
    .split(/[,;]/)
    .map((one) => one.trim().replace(/^:\s*/, ''))
    .filter((one) => one !== '')
  const own = /\b(?:current|you|logged[- ]in)\b/i.test(rest) ? ` You are logged in as ${name}.` : ''
  return `There is a user ${name}${traits.length > 0 ? ` with ${traits.join(', ').replace(/\.$/, '')}` : ''}.${own}`
}

const PORT =
  /(?:\bports?:? |(?<=^|[\s(`*])((?:\d{1,3}\.){3}\d{1,3}|localhost|\[::1?\]|\*)?:)(\d{2,5})\b|\b(\d{2,5})\/(tcp|udp)\b/i
const STOPPED = /\b(?:not|no|stopped|inactive|disabled|failed|dead|down|closed|blocked|filtered)\b/i

/** "nginx: port 80", "Port 22: sshd", "5432/tcp - postgres", "`python3 app.py` (pid 12)", "cron (running)" */
function serviceOf(text: string): string | null {
  if (STOPPED.test(text)) return null
  const port = PORT.exec(text)
  const rest = text.replace(PORT, ' ')
  const name = /^[\s`*:–—(-]*([A-Za-z][\w.+-]{1,30})(?=$|[\s`*:,();–—-])/.exec(rest)?.[1]
  const typed = /^`([^`\n]{1,200})`/.exec(text)?.[1]
  if (typed?.includes(' ')) return `Process \`${typed}\` is running${port?.[2] ? ` on port ${port[2]}` : ''}.`
  if (name === undefined || (text.split(' ').length > 12 && port === null)) return null
  const [, address, number, bare, protocol] = port ?? []
  const where = `${address && address !== '*' ? `${address}:` : 'port '}${number ?? bare}${protocol ? `/${protocol.toLowerCase()}` : ''}`
  return port ? `${name} listens on ${where}.` : `${name} is running.`
}

/** "main (current)", "topic (1 commit ahead of main: "Try")" */
function branchOf(text: string): string | null {
  const [, name = '', rest = ''] = /^[`*"]{0,3}([A-Za-z][\w./-]{0,60}\w)[`*"]{0,3}(.*)$/.exec(text) ?? []
  if (name === '') return null
  if (/\b(?:current|checked out|HEAD|active|you are here)\b/i.test(rest)) return `The current branch is ${name}.`
  const own = /"[^\n]*"/.exec(rest)?.[0]
  return own !== undefined && /\bcommits?\b|\bahead\b/i.test(rest)
    ? `There is another branch ${name} with more commits: ${own}.`
    : `There is also a branch ${name}.`
}
