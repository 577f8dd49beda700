// What the layout of the sources promises: who may import whom, no circles, no folder without a place in the plan.

import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { domains } from '../src/core/domains/index.ts'
import { FLOORS, PLAN, roomOf } from './rooms.ts'
import { files, imports, read, root, sources } from './sources.ts'

// Who may import whom: a file of the first kind it fits imports these paths in the repository, and these packages.
const TABLE: [files: RegExp, mayImport: RegExp][] = [
  // docs/decisions/016: one file writes parquet, by the two modules of a library that know neither files nor a browser.
  [/^src\/core\/formats\/exporters\/parquet\.ts$/, /^hyparquet-writer\/src\/(bytewriter|parquet-writer)\.js$/],
  // What both must agree on lies beside both.
  [/^src\/core\/formats\/exporters\//, /^(zod|src\/core\/(?!formats\/importers\/).*)$/],
  [/^src\/core\/formats\/importers\//, /^(zod|src\/core\/(?!formats\/exporters\/).*)$/],
  // Patterns from outside need an engine of their own (decisions/015).
  [/^src\/core\/text\/pattern\.ts$/, /^re2js$/],
  [/^src\/core\/text\/pattern-example\.ts$/, /^(@eslint-community\/regexpp|src\/core\/text\/match\.ts)$/],
  // docs/decisions/021: JSONPath is a standard with a grammar of its own.
  [/^src\/core\/text\/json-path\.ts$/, /^(json-p3|zod|src\/core\/(errors|text\/json)\.ts)$/],
  // docs/decisions/034: HTML is parsed as browsers do, by a library that knows neither files nor a network.
  [/^src\/core\/observations\/pages\/document\.ts$/, /^parse5$/],
  // Prompts and the tools of known agents are data: JSON that is built in.
  [/^src\/core\/control\/judging\//, /^(zod|src\/core\/.*|resources\/prompts\/judge\.json)$/],
  [/^src\/core\/control\/authoring\//, /^(zod|src\/core\/.*|resources\/prompts\/author\.json)$/],
  [/^src\/core\/domains\//, /^(zod|src\/core\/.*|resources\/(prompts|tools)\/[\w-]+\.json)$/],
  [/^src\/core\//, /^(zod|src\/core\/.*)$/],
  [/^src\/host\//, /^((?!electron|react|src\/).*|src\/(core|host)\/.*)$/],
  [
    /^src\/main\//,
    /^(electron|node:path|src\/(core|main)\/.*|src\/host\/(host|doors\/(mount|page|own-files)|data\/home|process\/(confirm|child)|formats\/downloads)\.ts)$/
  ],
  [/^src\/preload\//, /^(electron|type src\/core\/.*)$/],
  [/^src\/renderer\//, /^((?!electron|node:|src\/).*|src\/(core|renderer)\/.*)$/]
]

it('lets every folder import only what the design lets it', () => {
  const wrong = sources.flatMap((source) => {
    const allowed = TABLE.find(([of]) => of.test(source.file))?.[1]
    return imports(source)
      .filter((name) => !allowed?.test(name))
      .map((name) => `${source.file} imports ${name}`)
  })
  expect(
    wrong,
    'Import what TABLE above lets this folder import: data and functions come from core, files and processes from host'
  ).toEqual([])
})

const core = sources.filter(({ file }) => file.startsWith('src/core/'))
const inCore = (source: (typeof sources)[number]) => imports(source).filter((name) => name.startsWith('src/core/'))

// What runs downwards only has no circle.
it('lets a room of core import only from the floors below it, types included', () => {
  const floorOf = (file: string) =>
    FLOORS.length - FLOORS.findIndex((floor) => floor.some((room) => room === roomOf(file)))
  const place = (file: string) => `${file} (${roomOf(file)}, floor ${floorOf(file)})`
  expect(
    core.filter(({ file }) => !roomOf(file)).map(({ file }) => `${file} stands in no room of test/rooms.ts`)
  ).toEqual([])
  const wrong = core.flatMap((source) =>
    inCore(source)
      .filter((name) => roomOf(name) !== roomOf(source.file) && floorOf(name) >= floorOf(source.file))
      .map((name) => `${place(source.file)} imports ${place(name)}`)
  )
  expect(
    wrong,
    'A room imports only from floors below: move the file, or what it needs, to the room that both may use'
  ).toEqual([])
})

const BREAK = 'These import each other in a circle: move what they share into a file that imports none of them'

it('has no circle between files of core, types included', () => {
  expect(circle(new Map(core.map((source) => [source.file, inCore(source)]))), BREAK).toEqual([])
})

/** One way that leads back to where it began, `[]` where none does. */
function circle(imported: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imported)
  const next = (place: string) => left.get(place)?.find((name) => left.has(name))
  for (let before = 0; before !== left.size; ) {
    before = left.size
    for (const place of left.keys()) if (next(place) === undefined) left.delete(place)
  }
  const way = new Set<string>()
  let [at] = left.keys()
  for (; at !== undefined && !way.has(at); at = next(at)) way.add(at)
  return [...way].slice([...way].indexOf(at ?? ''))
}

// What stands in the list of its folder is a plug-in: a file, or a folder with all that is in it. Beside them lie parts that several share.
const PLUGINS = /^src\/core\/(?:\w+\/)*?(?:domains|readers|perturbations|exporters|importers)\//
const pluginsOf = (root: string): string[] => {
  const list = read(`${root}index.ts`)
  return [...list.matchAll(/^import \{ (\w+) \} from '\.\/([^']+)'/gm)]
    .filter(([, name]) => new RegExp(`= \\[[^\\]]*\\b${name}\\b`).test(list))
    .map(([, , path = '']) => root + (path.endsWith('/index.ts') ? `${dirname(path)}/` : path))
}

it('lets nothing of core know a plug-in but its list and what is its own', () => {
  const roots = [...new Set(core.flatMap(({ file }) => PLUGINS.exec(file) ?? []))]
  const plugins = new Map(roots.map((root) => [root, pluginsOf(root)]))
  expect([...plugins].filter(([, own]) => own.length === 0)).toEqual([])
  const wrong = core.flatMap((source) =>
    inCore(source)
      .filter((name) => {
        const other = PLUGINS.exec(name)?.[0] ?? ''
        if (source.file === `${other}index.ts`) return false
        const plugin = plugins.get(other)?.find((path) => name.startsWith(path))
        return plugin ? !source.file.startsWith(plugin) : false
      })
      .map((name) => `${source.file} imports ${name}`)
  )
  expect(
    wrong,
    'A plug-in is known by its list alone: declare what it is (a capability such as Domain.door), or move what is shared beside the list'
  ).toEqual([])
})

// A layer's root and that of a room hold what stands for itself, and a list of plug-ins knows its plug-ins, which know what lies beside them.
const LIST = /\/(domains|readers|perturbations|exporters|importers|engines|grounds|runs|contract)\/index\.ts$/
const placeOf = (file: string) => (/^src\/(core\/)?\w+\/[^/]+$/.test(file) || LIST.test(file) ? file : dirname(file))

it('has no circle between folders', () => {
  const reached = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = placeOf(source.file)
    const to = imports(source).filter((name) => name.startsWith('src/'))
    reached.set(from, new Set([...(reached.get(from) ?? []), ...to.map(placeOf)].filter((place) => place !== from)))
  }
  expect(circle(new Map([...reached].map(([place, places]) => [place, [...places]]))), BREAK).toEqual([])
})

it('has no folder of the first level that is not in the plan, and none in the plan that is not there', () => {
  const places = files.flatMap((file) => {
    const layer = Object.keys(PLAN).find((one) => file.startsWith(`${one}/`))
    const name = layer && file.slice(layer.length + 1)
    // Of core the files at its root are rooms too.
    const room = layer === 'src/core' ? name?.replace(/\.ts$/, '') : undefined
    return name?.includes('/')
      ? `${layer}/${name.split('/')[0]}`
      : room && room !== 'tsconfig.json'
        ? `${layer}/${room}`
        : []
  })
  const planned = Object.entries(PLAN).flatMap(([layer, rooms]) => Object.keys(rooms).map((name) => `${layer}/${name}`))
  const unplanned = 'A new folder of the first level needs a line in test/rooms.ts; one that is gone loses it'
  expect([...new Set(places)].sort(), unplanned).toEqual(planned.sort())
  const layers = files.flatMap((file) => /^src\/[^/]+(?=\/)/.exec(file) ?? [])
  expect([...new Set(layers), 'test'].sort()).toEqual(Object.keys(PLAN).sort())
  expect(Object.keys(PLAN['src/core'] ?? {})).toEqual(FLOORS.flat())
})

// Data belongs to `resources`. The held-out samples stand beside the code that trains on all others.
const LARGE = /^(resources\/|model\/held-out-200\.jsonl$)/
const MOST_BYTES = 1_000_000

it('has no file over 1 MB outside resources', () => {
  const large = files.filter(
    (file) => !LARGE.test(file) && (statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES
  )
  expect(large, 'Move these to resources').toEqual([])
})

it('has no folder whose name says nothing', () => {
  const vague = files.filter((file) => /^src\/.*\b(shared|utils|common|types|services)\//.test(file))
  expect(vague, 'Name the folder by what its files are about').toEqual([])
})

// A domain or an engine says what it is, and the rest asks for that.
const ASK_NOT =
  'Let the plug-in declare what it is (a capability such as Domain.door, or `takes` of an engine) and ask for that'

it('asks no domain for its id outside core/domains', () => {
  const asks = /\bdomain\.id\s*[!=]==|\b[dD]omain\s*[!=]==\s*['"`]|case 'terminal'/
  const outside = sources.filter(({ file }) => !file.startsWith('src/core/domains/'))
  const asking = outside.filter(({ text }) => asks.test(text)).map(({ file }) => file)
  expect(asking, ASK_NOT).toEqual([])
  // What nobody named is in `usual.ts`. The examples of faults are worlds of certain kinds.
  const ids = domains.map(({ id }) => id).join('|')
  const names = new RegExp(`(findDomain\\(|\\?\\? |\\bdomain: )'(${ids})'|'(${ids})', '(${ids})'`)
  const named = outside.filter(({ file, text }) => !file.startsWith('src/core/faults/') && names.test(text))
  expect(
    named.map(({ file }) => file),
    ASK_NOT
  ).toEqual([])
})

it('asks no engine for its id', () => {
  const folder = 'src/host/engines/'
  const id = (text: string) => /^const ID = '([\w-]+)'$/m.exec(text)?.[1]
  const ids = sources.flatMap(({ file, text }) => (file.startsWith(folder) ? (id(text) ?? []) : []))
  expect(ids).toContain('llama')
  const asks = new RegExp(`\\b(engine|runtime)\\s*[!=]==?\\s*'(${ids.join('|')})'|\\bcase '(${ids.join('|')})'`)
  const asking = sources.filter(({ text }) => asks.test(text)).map(({ file }) => file)
  expect(asking, ASK_NOT).toEqual([])
})

it('takes chance and time from outside in core', () => {
  const own = /Math\.random|Date\.now|new Date\(\)|performance\.now|crypto\.(randomUUID|getRandomValues)/
  const impure = core.filter(({ text }) => own.test(text)).map(({ file }) => file)
  expect(impure, 'Take them from outside: Clock, Chance and Names are in src/core/tree/ports.ts').toEqual([])
})

it('commits no path of this machine and no address of a package registry', () => {
  // Spelled so that this file does not name them either.
  const hosts = /regist[r]y\.(npmjs|yarnpkg)|pyp[i]\.org|files\.python[h]osted|hugging[f]ace\.co/
  const named = files.filter((file) => {
    const text = read(file)
    return hosts.test(text) || text.includes(root)
  })
  expect(named, 'Leave the path or the address out').toEqual([])
})

it('gives every exported type a name of its own', () => {
  const at = new Map<string, string[]>()
  for (const { file, text } of sources) {
    for (const [, name] of text.matchAll(/^export (?:declare )?(?:type|interface) (\w+)/gm)) {
      at.set(name as string, [...(at.get(name as string) ?? []), file])
    }
  }
  expect(at.size).toBeGreaterThan(1000)
  const twice = [...at].filter(([, declared]) => declared.length > 1)
  expect(twice, 'Rename one of the two, or import it from the other').toEqual([])
})

it('shows nobody the words of zod: a value that does not fit is told by core/text/issues.ts', () => {
  const raw = /prettifyError|\.issues\[|\] = (?:\w+\.)*error\.issues\b/
  const shown = sources.filter(({ file, text }) => file !== 'src/core/text/issues.ts' && raw.test(text))
  expect(
    shown.map(({ file }) => file),
    'Use sentenceOf of src/core/text/issues.ts'
  ).toEqual([])
})
