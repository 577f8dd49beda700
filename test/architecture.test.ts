import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter(Boolean)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file)).map((file) => ({ file, text: read(file) }))

// DESIGN, "Who may import whom": a file of the first kind it fits imports these paths in the repository, and these packages.
const PLUGINS = /^src\/core\/(domains|screens\/readers|perturbations|exporters|importers)\//
const TABLE: [files: RegExp, mayImport: RegExp][] = [
  // docs/decisions/016: one file writes parquet, by the two modules of a library that know neither files nor a browser.
  [/^src\/core\/exporters\/parquet\.ts$/, /^hyparquet-writer\/src\/(bytewriter|parquet-writer)\.js$/],
  [
    PLUGINS,
    /^(zod|src\/core\/((conditions|label|model|plugins|exporting|importing|errors|fiction|folder|ground|origin|ports|present)\.ts|(atif|documents|faults|shell|terminal|text|tools|tree)\/.*|fiction\/hidden\.ts|step\/(parse|prompt|turns)\.ts|screens\/(gestures|screen|readers\/index)\.ts|evaluate\/metrics\.ts|(domains|screens\/readers|perturbations)\/index\.ts))$/
  ],
  // Patterns from outside need an engine of their own (decisions/015).
  [/^src\/core\/text\/pattern\.ts$/, /^re2js$/],
  // docs/decisions/021: JSONPath is a standard with a grammar of its own.
  [/^src\/core\/text\/json-path\.ts$/, /^(json-p3|zod|src\/core\/(errors|text\/json)\.ts)$/],
  [/^src\/core\//, /^(zod|src\/core\/.*)$/],
  [/^src\/host\//, /^((?!electron|react|src\/).*|src\/(core|host)\/.*)$/],
  [
    /^src\/main\//,
    /^(electron|node:path|src\/(core|main)\/.*|src\/host\/(host|doors\/(mount|page|own-files)|data\/home|programs\/confirm|engines\/spawn|transfer\/downloads)\.ts)$/
  ],
  [/^src\/preload\//, /^(electron|type src\/core\/.*)$/],
  [/^src\/renderer\//, /^((?!electron|node:|src\/).*|src\/(core|renderer)\/.*)$/]
]

/** What the file imports: a package by its name, a file by its path, and by `type` before that when nothing but types comes of it. */
function imports({ file, text }: (typeof sources)[number]): string[] {
  const found = text.matchAll(/^(?:import|export)( type)?(?: [\w\s*{},]+ from)? '([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...found].map(([, type, name = '', later = '']) => {
    if (!/^\./.test(name + later)) return name + later
    const path = join(file, '..', name + later).replaceAll('\\', '/')
    return type && file.startsWith('src/preload/') ? `type ${path}` : path
  })
}

/**
 * A plug-in is what stands in the list of its folder: a file, or a folder with all that is in it. Beside the plug-ins lie parts that several
 * share. Plug-ins import parts and what is in their own folder, never each other.
 */
function isPart(file: string, imported: string): boolean {
  const root = PLUGINS.exec(file)?.[0] ?? ''
  if (!imported.startsWith(root)) return false
  if (file === `${root}index.ts`) return true
  const list = read(`${root}index.ts`)
  const listed = [...list.matchAll(/^import \{ (\w+) \} from '\.\/([^']+)'/gm)].filter(([, name]) =>
    new RegExp(`= \\[[^\\]]*\\b${name}\\b`).test(list)
  )
  const others = listed.map(([, , path = '']) => (path.endsWith('/index.ts') ? `${dirname(path)}/` : path))
  return others.every(
    (path) => !imported.startsWith(root + path) || (path.endsWith('/') && file.startsWith(root + path))
  )
}

it('lets every folder import only what the design lets it', () => {
  const wrong = sources.flatMap((source) => {
    const allowed = TABLE.find(([of]) => of.test(source.file))?.[1]
    return imports(source)
      .filter((name) => !allowed?.test(name) && !(PLUGINS.test(source.file) && isPart(source.file, name)))
      .map((name) => `${source.file} imports ${name}`)
  })
  expect(wrong).toEqual([])
})

// A layer's root holds what stands for itself, and a list of plug-ins knows its plug-ins, which know what lies beside them.
const LIST = /\/(domains|readers|perturbations|exporters|importers|engines|grounds|runs|handlers)\/index\.ts$/
const placeOf = (file: string) => (/^src\/\w+\/[^/]+$/.test(file) || LIST.test(file) ? file : dirname(file))

it('has no circle between folders', () => {
  const reached = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = placeOf(source.file)
    const to = imports(source).filter((name) => name.startsWith('src/'))
    reached.set(from, new Set([...(reached.get(from) ?? []), ...to.map(placeOf)].filter((place) => place !== from)))
  }
  // Through every place in turn: where one reaches that, it reaches what that reaches.
  for (const [middle, beyond] of reached) {
    for (const places of reached.values()) if (places.has(middle)) for (const place of beyond) places.add(place)
  }
  expect([...reached].flatMap(([place, places]) => (places.has(place) ? place : []))).toEqual([])
})

it('has no folder whose name says nothing', () => {
  expect(files.filter((file) => /^src\/.*\b(shared|utils|common|types|services)\//.test(file))).toEqual([])
})

it('asks no domain for its id outside core/domains', () => {
  const asks = /\bdomain\.id\s*[!=]==|\b[dD]omain\s*[!=]==\s*['"`]|case 'terminal'/
  const outside = sources.filter(({ file }) => !file.startsWith('src/core/domains/'))
  expect(outside.filter(({ text }) => asks.test(text)).map(({ file }) => file)).toEqual([])
})

it('8.15 asks no engine for its id', () => {
  const folder = 'src/host/engines/'
  const id = (text: string) => /^const ID = '([\w-]+)'$/m.exec(text)?.[1]
  const ids = sources.flatMap(({ file, text }) => (file.startsWith(folder) ? (id(text) ?? []) : []))
  expect(ids).toContain('llama')
  const asks = new RegExp(`\\b(engine|runtime)\\s*[!=]==?\\s*'(${ids.join('|')})'|\\bcase '(${ids.join('|')})'`)
  expect(sources.filter(({ text }) => asks.test(text)).map(({ file }) => file)).toEqual([])
})

it('takes chance and time from outside in core', () => {
  const own = /Math\.random|Date\.now|new Date\(\)|performance\.now|crypto\.(randomUUID|getRandomValues)/
  expect(sources.filter(({ file, text }) => file.startsWith('src/core/') && own.test(text))).toEqual([])
})

it('commits no path of this machine and no address of a package registry', () => {
  // Spelled so that this file does not name them either.
  const hosts = /regist[r]y\.(npmjs|yarnpkg)|pyp[i]\.org|files\.python[h]osted|hugging[f]ace\.co/
  const named = files.filter((file) => {
    const text = read(file)
    return hosts.test(text) || text.includes(root)
  })
  expect(named).toEqual([])
})
