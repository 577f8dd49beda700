// Files and folders that a world says are there and that nobody has seen: which of them a command line is about to read.
import { absolute, type Simple } from '../../domains/shell/commands.ts'
import { fits } from '../../text/wildcard.ts'
import { gitWords } from './told.ts'

export interface Claim {
  path: string
  kind: 'file' | 'folder' | 'program'
  /** The address that it was fetched from. */
  from?: string
  /** A repository's file that differs from what is committed: git shows more of it than its name. */
  pending?: true
}

// What does not look into files: these see names, or put something in the place of what was there.
const BLIND = new Set(
  'echo printf touch rm rmdir mkdir cd pushd popd pwd chmod chown test [ [[ stat ln mv export which type basename dirname realpath readlink true false exit'.split(
    ' '
  )
)
// What works on the folder it is in, or on all below the folders it is given.
const LOOKS_AROUND = new Set(
  'ls tree du find grep rg ag make pytest npm node cargo go python python3 tar zip rsync cp git wc'.split(' ')
)
const DEEP = new Set('tree du find rg ag make pytest npm cargo go tar zip rsync'.split(' '))
// What runs a project reads neither what is written about it nor, beside its tests, how it is packed: these stay as they are.
const RUNS = new Set('make pytest npm node cargo go python python3'.split(' '))
const OF_TARGETS = new Set('make npm cargo go'.split(' '))
const ABOUT =
  /(?:^|\/)(?:README|LICEN[CS]E|CHANGELOG|CONTRIBUTING|AUTHORS|Dockerfile|docker-compose|\.gitignore|\.dockerignore|\.editorconfig)[^/]*$|\.(?:md|rst|adoc)$|\/\.github\//i
const PACKED =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|pytest\.ini|requirements[\w-]*\.txt|MANIFEST\.in)$/
const TELLS_ITSELF = /^(?:-v|-V|-h|--version|--help|version|help)$/
// A model that has to invent a whole tree file by file would never come to an end.
const MOST = 8

/**
 * The claims whose content `commands` need, in the order in which they have to be seen: folders before what lies in them.
 * @param at the folder that the line begins in; `cd` in the line is followed
 */
export function touchedBy(
  commands: readonly Simple[],
  claims: readonly Claim[],
  { cwd, home }: { cwd: string; home: string }
): Claim[] {
  const unseen = claims.filter(({ kind }) => kind !== 'program')
  if (!unseen.length) return []
  const found = new Set<Claim>()
  let here = cwd
  for (const command of commands) {
    const { word: program, from, patterns = [], expanded = [] } = command
    // "python3 -m pytest -q"
    const isModule = /^python[\d.]*$/.test(command.name) && command.args[0] === '-m' && DEEP.has(command.args[1] ?? '')
    const name = isModule ? (command.args[1] ?? '') : command.name
    const args = isModule ? command.args.slice(2) : command.args
    if (name === 'cd' || name === 'pushd') {
      here = absolute(args.find((arg) => !arg.startsWith('-')) ?? '~', { cwd: here, home })
      continue
    }
    if (RUNS.has(name) && args.length > 0 && args.every((arg) => TELLS_ITSELF.test(arg))) continue
    const itself = program.includes('/') ? [program] : []
    const paths = [...(BLIND.has(name) ? [] : args), ...itself, ...from].filter((word) => !/^-[^=]*$/.test(word))
    for (const word of paths) {
      for (const claim of matching(word, patterns.includes(word), unseen, { cwd: here, home })) see(claim, name)
    }
    if (!BLIND.has(name)) {
      for (const word of expanded)
        for (const claim of matching(word, true, unseen, { cwd: here, home })) see(claim, name)
    }
    if (name === 'git' && showsContent({ args, cwd: here, home })) {
      for (const claim of unseen) if (claim.pending) see(claim, name)
    }
    const recursive = DEEP.has(name) || (name === 'grep' && args.some((arg) => /^-\w*[rR]/.test(arg)))
    // "make test" names what is to be made, and no folder.
    const given =
      !OF_TARGETS.has(name) &&
      paths.some((word) => under(absolute(word, { cwd: here, home }), here) || word.includes('/'))
    if (LOOKS_AROUND.has(name) && (!given || recursive)) {
      const roots = given ? paths.map((word) => absolute(word, { cwd: here, home })) : [here]
      for (const root of roots) for (const claim of unseen) if (sees(claim, root, name, recursive)) see(claim, name)
    }
  }
  function see(claim: Claim, name: string): void {
    // A listing shows the names in a folder, and of a file no more than its name.
    if (claim.kind === 'file' && /^(?:ls|tree|find|du)$/.test(name)) return
    found.add(claim)
  }
  return [...found].slice(0, MOST)
}

function sees({ path, kind }: Claim, root: string, name: string, recursive: boolean): boolean {
  if (kind === 'folder') return path === root || (recursive && under(path, root)) || under(root, path)
  if (RUNS.has(name) && (ABOUT.test(path) || (name === 'pytest' && PACKED.test(path)))) return false
  return recursive && under(path, root) && name !== 'git'
}

// What git does with names and commits alone.
const NAMES_ONLY =
  /^(?:status|log|branch|remote|tag|config|rev-parse|rev-list|ls-files|reflog|shortlog|describe|init|fetch|push|clone|help|version|)$/

function showsContent(of: Parameters<typeof gitWords>[0]): boolean {
  const [verb = '', ...rest] = gitWords(of).words
  return !NAMES_ONLY.test(verb) || rest.some((word) => /^(?:-p|-v|--patch|--stat|--verbose)$/.test(word))
}

const under = (path: string, folder: string): boolean => path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** Claims that a word names: the path itself, a file below a claimed folder, or what a pattern fits. */
export function matching(
  word: string,
  isPattern: boolean,
  claims: readonly Claim[],
  at: { cwd: string; home: string }
): Claim[] {
  // `key=path`, `@file`, `host:path` are how programs are told of files.
  const plain = word.replace(/^[\w-]+=|^@/, '')
  if (!/^[\w@%+=:,./~*?-]+$/.test(plain)) return []
  const path = absolute(plain, at)
  if (isPattern) return claims.filter((claim) => expandsTo(path, claim.path))
  return claims.filter((claim) => claim.path === path || (claim.kind === 'folder' && under(path, claim.path)))
}

/** Whether a shell's pattern stands for a path. Wildcards are for one name at a time, and not for one that begins with a dot. */
function expandsTo(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === found.length &&
    wanted.every((part, at) => {
      const name = found[at] ?? ''
      return fits(part, name) && (part.startsWith('.') || !name.startsWith('.'))
    })
  )
}
