// Files and folders that sentences name, with what they say is in them.

import { absolute } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { isSurely } from './name-forms.ts'
import { isDotFolder, isUnended, namesIn } from './names.ts'

/** "/root holds .bashrc, .ssh/ and nothing else": names that are there without their content. */
export function holdings(
  text: string,
  { cwd, home }: { cwd: string; home: string },
  files: StateChange[]
): StateChange[] {
  const named = new Set(files.flatMap((one) => (one.do === 'claim' ? one.path : [])))
  const known = new Set(files.flatMap((one) => ('path' in one && !named.has(one.path) ? one.path : [])))
  const folders = new Set(files.flatMap((one) => (one.do === 'claim' && one.kind === 'folder' ? one.path : [])))
  const found: StateChange[] = []
  // Where a name alone stands for one file of a listing: that one.
  const placed = (name: string): string => {
    const path = absolute(name, { cwd, home })
    const all = named.has(path) || name.includes('/') ? [] : [...named].filter((one) => one.endsWith(`/${name}`))
    return all.length === 1 ? (all[0] ?? path) : path
  }
  const claim = (path: string, before: string, kind: 'file' | 'folder'): void => {
    if (known.has(path) || named.has(path) || OWN.test(path)) return
    known.add(path)
    const empty = before.slice(-40).split(',').at(-1) ?? ''
    if (kind === 'folder' && /\bempty (?:folder|directory)/.test(empty)) found.push({ do: 'mkdir', path })
    else found.push({ do: 'claim', path, kind })
  }
  for (const sentence of text.split(/[.;](?=\s|$)|\n\n|\n(?=[A-Z]|[-*•] )/)) {
    const rows = LINES.exec(sentence) ?? COUNTED.exec(sentence)
    const file = rows ?? SAYS.exec(sentence) ?? ALSO_SAYS.exec(sentence) ?? READS.exec(sentence)
    const text = rows ? linesOf(rows[3] ?? '') : (file?.[3] ?? file?.[4] ?? file?.[5])
    if (file && text !== undefined && isSurely(file[1] ?? '') && !DENIED.test(sentence.slice(0, file.index))) {
      const place = file[2] === undefined ? cwd : /^[/~]/.test(file[2]) ? file[2] : home
      const path =
        file[2] === undefined
          ? placed(file[1] ?? '')
          : absolute(file[1] ?? '', { cwd: absolute(place, { cwd, home }), home })
      if (!known.has(path) && known.add(path)) found.push({ do: 'write', path, content: contentOf(text) })
      continue
    }
    const rowed = ARE_EMPTY.exec(sentence)?.[1]
    const empties = [
      ...(rowed ? namesIn(rowed) : []).map((one) => one.name),
      ...[...sentence.matchAll(IS_EMPTY)].map((one) => one[1] ?? '')
    ]
    for (const name of empties) {
      const path = placed(name)
      if (folders.has(path) && !known.has(path) && known.add(path)) found.push({ do: 'mkdir', path })
      else if (/^[~/]/.test(name) && !/\/(?:[^/]*\.\w{1,8}|[A-Z]+)$/.test(name) && !/\bfile\b/i.test(sentence)) {
        if (!known.has(path) && !DENIED.test(sentence.slice(0, sentence.indexOf(name))) && known.add(path))
          found.push({ do: 'mkdir', path })
      } else if (
        isSurely(name) &&
        !/\bempty (?:apart|except|but for|besides|other than)\b/i.test(sentence) &&
        !DENIED.test(sentence.slice(0, sentence.indexOf(name))) &&
        !known.has(path) &&
        known.add(path)
      )
        found.push({ do: 'write', path, content: '' })
    }
    const { folder, list } = held(sentence, { cwd, home, folders })
    if (folder !== null && !DENIED.test(list.split(/,| and /)[0] ?? '')) {
      if (RANGE.test(list)) {
        claim(folder, '', 'folder')
        continue
      }
      let inside = folder
      for (const { name, before, after } of namesIn(list)) {
        // What is in an archive lies nowhere yet.
        const isArchive =
          PACKED.test(name) &&
          /^[`'"]?,? (?:\(|(?:(?:that|which) )?(?:holds|contains|has|with|holding|containing)\b)/.test(after)
        // "old/ with a.csv and b.csv in it": what follows lies in that folder.
        const path = absolute(name, { cwd: inside, home })
        if (isArchive) {
          claim(path, before, 'file')
          break
        }
        if (name.endsWith('/') && /^[`'"]? (?:with|holding|containing|that holds|which holds)\b/.test(after))
          inside = path
        const both = BOTH.exec(after)
        const shared = both?.[1] ?? both?.[2]
        if (shared !== undefined && !name.endsWith('/') && !known.has(path) && known.add(path)) {
          found.push({ do: 'write', path, content: contentOf(shared) })
          continue
        }
        const content = WITH.exec(after)
        if (
          (/^ ?\((?:an )?empty(?: file)?\)/.test(after) || (!name.endsWith('/') && ALL_EMPTY.test(after))) &&
          !known.has(path) &&
          known.add(path)
        )
          found.push({ do: 'write', path, content: '' })
        const [, bracketed = content?.[1], rows] = IN_BRACKETS.exec(after) ?? EACH_LINE.exec(after) ?? []
        const line = rows?.split(/, (?:and )?| and /).join('\n') ?? bracketed ?? content?.[2] ?? content?.[3]
        if (line !== undefined && !name.endsWith('/') && !known.has(path) && known.add(path))
          found.push({ do: 'write', path, content: contentOf(line.trim()) })
        else claim(path, before, name.endsWith('/') ? 'folder' : 'file')
      }
      const isNamed = named.has(folder) && !folders.has(folder)
      // "It has two entries": a file's.
      if (OF_LINES.test(list) || isUnended(folder)) claim(folder, '', 'file')
      else if (!known.has(folder) && !OWN.test(folder) && !isFile(folder) && !isNamed)
        found.push({ do: 'mkdir', path: folder })
    }
    for (const [, one, other] of sentence.matchAll(NO_FILES)) {
      const path = absolute((one ?? other ?? '').replace(/[.`'"]$/, ''), { cwd: '/', home })
      if (!known.has(path) && known.add(path)) found.push({ do: 'mkdir', path })
    }
    if (DENIED.test(sentence)) continue
    const [, about] = /^\s*([\w.-]+(?:\/[\w.-]+)*\/) (?:is|holds|contains|has)\b/.exec(sentence) ?? []
    if (about !== undefined) claim(absolute(about, { cwd, home }), '', 'folder')
    const [, at = '', note = ''] = NOTED.exec(sentence) ?? []
    const noted = NOTE.exec(note)
      ?.slice(1)
      .find((one) => one !== undefined)
    if (noted !== undefined && isSurely(at)) {
      const path = absolute(at, { cwd, home })
      if (!known.has(path) && known.add(path)) found.push({ do: 'write', path, content: contentOf(noted) })
    }
    // A file that is named by its whole path is there, whatever is said of it.
    for (const [word] of sentence.matchAll(/[^\s,;()]+/g)) {
      const path = word.replaceAll(/[`'"]/g, '').replace(/[.:!?]$/, '')
      if (
        /^[~/]/.test(path) &&
        (namesIn(path.slice(1)).length > 0 || (isUnended(path) && !path.startsWith('/etc/'))) &&
        !path.endsWith('/')
      )
        claim(absolute(path, { cwd: '/', home }), '', isDotFolder(path) ? 'folder' : 'file')
    }
  }
  return found
}

// "a file a.txt in the home folder which contains the text "hello""
const SAYS =
  /(?:^|\s)[`'"]?([\w@+.~/-]{1,200}\.\w{1,8})[`'"]?(?: (?:in|at|under) (?:the |your |my )?(home(?: folder| directory)?|[/~][\w./-]{0,200}))?,? (?:(?:which|that) )?(?:contains|says|reads|holds)(?: (?:just|only|exactly))?(?: the)?(?: (?:text|line|words?))?:? (?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`)/

// "style.md is owned by jan, group editors, and reads "Be brief."", "index.html is one line: `<p>`"
const ALSO_SAYS =
  /(?:^|\s)[`'"]?([\w@+.~/-]{1,200}\.\w{1,8})[`'"]?()?,? (?:(?:is|belongs|has) [^"`\n]{1,120}?,? and (?:says|reads|contains|holds)|is (?:just |only )?(?:one|a single) line)(?: (?:just|only|exactly))?:? (?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`)/
// "/srv/lib/README says "run it"": what has no ending might be a folder, which says nothing.
const READS =
  /(?:^|\s)[`'"]?([~/][\w@+.~/-]{1,200}|README|LICENSE|TODO|NOTICE|VERSION)[`'"]?()? (?:says|reads|(?:contains|holds|has) the (?:single |one |only )?(?:line|text|words?))(?: (?:just|only|exactly))?:? (?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`)/
// "`a.toml` has `[x]`, `y = 1` and `z = 2`, one per line"
const LINES =
  /^\s*[`'"]?([\w@+.~/-]{1,200}\.\w{1,8})[`'"]?()? (?:has|contains|holds|consists of)(?: the lines)?:? ((?:`[^`\n]*`(?:, (?:and )?| and )?){2,20}),? (?:one (?:per|on each) line|each on (?:its|a) own line|in that order)/
// "a sample, `a.txt`, with two lines: "x" and "y""
const COUNTED =
  /(?:^|\s)[`'"]?([\w@+.~/-]{1,200}\.\w{1,8})[`'"]?()?,? (?:with|has|contains|holds|of) (?:the|these|two|three|four|five|six|\d{1,2}) lines:? ((?:(?:`[^`\n]{0,200}`|"[^"\n]{0,200}")(?:, (?:and )?| and )?){1,20})/
// "/etc/key (owner app, mode 600, content `abc`)"
const NOTED = /(?<![\w@+./~-])([/~][\w@+./-]{1,200})[`'"]? \(([^()\n]{1,300})\)/
const NOTE =
  /\b(?:contents?|contains|containing|holds|holding|reads|says):? (?:"([^"\n]{0,200})"|'([^'\n]{0,200})'|`([^`\n]{0,200})`)/

// "notes.txt with the line: milk", "notes.txt, which says "milk""
const WITH =
  /^,? (?:with|containing|saying|(?:which|that) (?:says|reads|holds|contains))(?: the| a| one| only| single)*(?: line| text| content| words?)?(?::? "([^"\n]*)"|:? `([^`\n]*)`|: ([^"`\n]+)$)/

// "one.txt ("one")"
const IN_BRACKETS = /^[`'"]? \((?:(?:contains|with|says|holds) )?["“]([^"”\n]{0,300})["”]\)/
// "words.txt - one word per line: apple, banana"
const EACH_LINE = /^[`'"]?(?:,| -| –|:| with| \()? ()(?:one|a) [\w-]{1,20} (?:per|on each|each) line: ([^.\n()]{1,300})/
// "a.csv and b.csv, both containing only the line "id""
const BOTH =
  /^[^;\n]{0,120}\b(?:both|each|all) (?:containing|with|holding|contain|hold|saying)(?: only| just)?(?: the)?(?: same)?(?: line| text| words?)?:? (?:"([^"\n]*)"|`([^`\n]*)`)/
const ALL_EMPTY = /^[^;\n]{0,120}, (?:both|all) (?:of them )?empty\b/
const IS_EMPTY =
  /(?:^|[\s(])[`'"]?((?:[~/]|\.{1,2}\/)?[\w@+.-]{1,60}(?:\/[\w@+.-]{1,60}){0,8})[`'"]?,? (?:(?:which|that) )?(?:is|are)(?: an)? empty(?: files?)?(?=$|[\s,.;)])/g

// "a.py, b.py and c.py are empty": nothing but names before it.
const ARE_EMPTY =
  /^\s*(?:(?:both|all|the files) )?((?:[`'"]?[\w@+./-]{1,200}[`'"]?(?:, (?:and )?| and )){1,20}[`'"]?[\w@+./-]{1,200}[`'"]?) are (?:both |all )?empty\b/i

const linesOf = (list: string): string =>
  [...list.matchAll(/`([^`\n]*)`|"([^"\n]*)"/g)].map(([, line, other]) => line ?? other).join('\n')

/** A text in quotes may have its line ends as programs write them. */
const contentOf = (text: string): string => `${text.replaceAll('\\n', '\n').replace(/\n$/, '')}\n`

// "1200 files named img_0001.jpg to img_1200.jpg": a folder that nobody has listed.
const RANGE = /\d\.\w{1,8}[`'"]? (?:to|through|until|–|-) [`'"]?[\w-]{1,40}\d\.\w{1,8}\b/

// "there are no files in /srv/up", "/srv/up has nothing in it"
const NO_FILES =
  /\b(?:no (?:other )?(?:files|entries)|nothing)(?: yet| at all)? (?:in|inside|under) [`'"]?([~/][\w@+./-]{1,200})|(?<![\w@+./~-])([~/][\w@+./-]{1,200})[`'"]? (?:has|holds|contains) (?:no files|nothing)\b/gi

const DENIED = /\b(?:not|no|missing|without|lacks|doesn't)\b/

/** The folder that a sentence is about, and what it says is in it. */
function held(
  sentence: string,
  { cwd, home, folders }: { cwd: string; home: string; folders: ReadonlySet<string> }
): { folder: string | null; list: string } {
  const [, place, names] =
    /^\s*(?:The )?(?:[\w-]{1,20} )?(?:files|contents?|logs|sources|scripts) (?:in|of) ([/~][\w@./-]*):? ([^\n]*)$/i.exec(
      sentence
    ) ?? []
  if (place !== undefined) return { folder: absolute(place.replace(/:$/, ''), { cwd: '/', home }), list: names ?? '' }
  const [lies = '', where = ''] =
    /^\s*In [`'"]?([~/][\w@./-]{0,200})[`'"]?,? (?:there (?:is|are)|you (?:find|have)) /.exec(sentence) ?? []
  if (lies !== '') return { folder: absolute(where, { cwd: '/', home }), list: sentence.slice(lies.length) }
  for (const { 0: verb, index } of sentence.matchAll(/\b(?:holds|contains|has|with)\b/g)) {
    const before = sentence.slice(0, index)
    const place = before
      .split(/[\s()]+/)
      .map((word) => word.replace(/^[`'"]/, ''))
      .findLast((word) => /^[~/]/.test(word))
    const list = sentence.slice(index + verb.length)
    // What an archive holds lies nowhere yet.
    if (place !== undefined && PACKED.test(place)) return { folder: null, list: '' }
    if (place !== undefined) return { folder: absolute(place.replace(/[`'",:]{1,4}$/, ''), { cwd: '/', home }), list }
    if (/\bhome (?:folder|directory)/.test(before)) return { folder: home, list }
    const own = absolute(before.trim().replaceAll(/[`'"]|\/$/g, ''), { cwd, home })
    if (folders.has(own)) return { folder: own, list }
    if (HERE.test(`${before}${verb}`) && namesIn(list).length > 0) return { folder: cwd, list }
  }
  const [here = ''] = THERE.exec(sentence) ?? []
  const rest = sentence.slice(here.length)
  if (here !== '' && namesIn(rest).length > 0) return { folder: /\bhome\b/.test(rest) ? home : cwd, list: rest }
  return { folder: null, list: '' }
}

// "Also there: a file a.txt", "Next to it are a.txt and b.txt", "There is a file a.txt"
const THERE =
  /^\s*(?:(?:also|next to (?:it|them)|beside (?:it|them)|besides)(?: there)?(?: is| are|:)|there (?:is|are)(?: also)? (?:a|an|one|two|three|four|the)(?: \w{1,12}){0,2} files?|(?:also )?there:)\s/i

// What something has, or is with, need not lie in it.
const HERE =
  /^\s*(?:it|the (?:repository|repo|project|code ?base|checkout|(?:work(?:ing)? )?(?:tree|folder|directory))) (?:also |only |just )?(?:holds|contains)$/i

const PACKED = /\.(?:zip|tar|tgz|jar|7z|rar|gz|bz2|xz|zst)$/i

const OF_LINES =
  /^ (?:(?:only|just|exactly|about) )?(?:an?|one|two|three|four|five|six|several|many|some|\d{1,6})(?: [\w-]{1,12})? (?:entry|entries|lines?|records?|comments?)\b/

// A name like a file's, which has modes and owners, and nothing in it.
const isFile = (path: string): boolean =>
  isUnended(path) || (/\/\w[^/]*$/.test(path) && /\.\w{1,8}$/.test(path) && !/\.(?:d|git)$/.test(path))
// What the machine has of its own, or makes as it goes.
const OWN = /^\/(?:dev|proc|sys|usr\/(?:s?bin|lib)|bin|sbin|lib)\//
