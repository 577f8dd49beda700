// Lines that name a file: a path by itself, in marks of Markdown, before a colon, or between marks.

const PLAIN = /^(?:~|\.{1,2})?\/?[\p{L}\p{N}_@.+-]+(?:\/[\p{L}\p{N}_@.+-]+)*$/u
// Files whose names have no ending.
const NAMED = new Set([
  ...['Makefile', 'Dockerfile', 'LICENSE', 'README', 'Gemfile', 'Procfile', 'Vagrantfile', 'Jenkinsfile', 'Rakefile'],
  ...['VERSION', 'CHANGELOG', 'CONTRIBUTING', 'NOTICE', 'AUTHORS', 'TODO', 'COPYING', 'CODEOWNERS', 'Justfile']
])

/** Whether only a file is called so: by an ending, a name, or because it begins at the root or at home. */
export function isFile(path: string): boolean {
  const last = path.split('/').at(-1) ?? ''
  const ending = last.slice(last.lastIndexOf('.') + 1)
  const ends = last.includes('.') && /^[A-Za-z]\w{0,9}$/.test(ending)
  return PLAIN.test(path) && (NAMED.has(last) || ends || /^[/~]/.test(path))
}

// What HTML within Markdown folds a file away under.
const SUMMARY = /^(?:<details[^>]{0,40}>)? ?<summary>(?:<\w{1,6}>)?([^<>\n]{1,200})(?:<\/\w{1,6}>)?<\/summary>$/

export interface Heading {
  path: string
  /** Only a file is called so; others are only where their content follows in a form of its own. */
  sure: boolean
}

/** `null` for words that are no path. */
export function headingIn(line: string): Heading | null {
  const bare = line
    .replace(/^(?:[-*] |#{1,6} |\d{1,3}[.)] )/, '')
    .replace(/^(?:file(?:name)?|path)(?: \d{1,3})?: ?/i, '')
    .replace(SUMMARY, '$1')
    // "README.md (12 lines)": what is in brackets tells of the file.
    .replace(/ \([^()]{1,60}\)(?=:?$)/, '')
    .trimEnd()
  const inner = withoutEnd(withoutStars(withoutEnd(bare)))
  const path = unquoted(inner)
  // "Environment", "## Layout": a title.
  if (!PLAIN.test(path) || (path === inner && /^\p{Lu}\p{Ll}+$/u.test(path) && !isFile(path))) return null
  return { path, sure: isFile(path) }
}

// "`config.json` contains:", "And here is run.sh, which is executable:", "The user kim has a file todo.md:".
const SAID = [
  /^(?:The (?:file|script|module|config\w*) )?[`'"]?([\p{L}\p{N}_@.+/~-]+)[`'"]?(?: (?:now|currently|just))? (?:(?:contains|holds|reads|is|has|looks like)(?: (?:this|lines|the following|these lines|two lines|one line|exactly this|exactly))*:|contains|holds|is|reads)$/u,
  /\b(?:an? (?:file|script)|[Hh]ere is|[Hh]ere's|[Cc]ontents? of|[Tt]he (?:file|script))(?: (?:named|called))? [`'"]?([\p{L}\p{N}_@.+/~-]+)[`'"]?(?: in (?:(?:the|your|my|his|her|their) )?(?:home(?: folder| directory)?|folder|[~/][\w./-]{0,80}))?(?:, [^:\n]{1,40}| (?:with|containing)[^:\n]{1,40})?:$/u
]

/** The file that a sentence gives the content of, which stands in a block below it; `null` for other sentences. */
export function sentenceIn(line: string): string | null {
  const path = SAID.map((form) => form.exec(line)?.[1]).find((one) => one !== undefined)
  return path !== undefined && isFile(path) ? path : null
}

const withoutEnd = (text: string): string => (text.endsWith(':') ? text.slice(0, -1) : text)
const withoutStars = (text: string): string =>
  text.length > 4 && text.startsWith('**') && text.endsWith('**') ? text.slice(2, -2) : text

const unquoted = (text: string): string =>
  text.length > 2 && /^[`'"]/.test(text) && text.at(-1) === text.at(0) ? text.slice(1, -1) : text

/**
 * What stands between marks: "=== path ===", "--- path ---", "### path ###", "==> path <==". `''` for a line of marks alone, `null` for one
 * that is no banner.
 */
export function bannerIn(line: string): string | null {
  const mark = line.charAt(0)
  if (!mark || !'=-#*>/'.includes(mark)) return null
  let from = runOf(line, mark)
  let to = line.length
  if (from === to) return from > 3 ? '' : null
  while (line.charAt(to - 1) === (mark === '>' ? '<' : mark)) to--
  const least = '=>'.includes(mark) ? 2 : 3
  if (from < least || line.length - to < least) return null
  if (mark === '=' && line.charAt(from) === '>') from++
  if (mark === '=' && line.charAt(to - 1) === '<') to--
  return unquoted(
    line
      .slice(from, to)
      .trim()
      .replace(/^(?:begin |start )?(?:file(?:name)?:? )?/i, '')
  )
}

function runOf(text: string, mark: string): number {
  let run = 0
  while (text.charAt(run) === mark) run++
  return run
}

/**
 * The mark that begins a block of code, what stands behind it, and how far it is indented; `null` for a line that begins none.
 * @param most the blanks that may stand before it: more where it belongs to an entry of a list
 */
export function fenceIn(line: string, most = 3): { mark: string; info: string; indent: number } | null {
  const text = line.trimStart()
  const mark = text.charAt(0)
  const run = mark === '`' || mark === '~' ? runOf(text, mark) : 0
  const info = text.slice(run)
  const indent = line.length - text.length
  if (run < 3 || indent > most || info.includes('`')) return null
  return { mark: text.slice(0, run), info: info.trim(), indent }
}
