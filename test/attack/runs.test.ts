// Texts with very long runs of one thing, deep ones, and worlds of very many turns end no stack: not where they are written, nor where they are read.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { domains } from '../../src/core/domains/index.ts'
import { readCommandLine } from '../../src/core/domains/tools/command-line.ts'
import { readTools } from '../../src/core/domains/tools/tools.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { exporters } from '../../src/core/formats/exporters/index.ts'
import { PLACE } from '../../src/core/formats/exporters/recording.ts'
import { treeSource } from '../../src/core/formats/exporters/source.ts'
import { importers } from '../../src/core/formats/importers/index.ts'
import type { SessionTree } from '../../src/core/formats/importing.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { output, readTold } from '../../src/core/grounds/effects/told.ts'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import { clean } from '../../src/core/observations/terminal/clean.ts'
import { parse } from '../../src/core/step/parse.ts'
import { plain } from '../../src/core/text/plain.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Action, Setup } from '../../src/core/tree/model.ts'
import { world } from '../core/formats/exporters/training.ts'
import { writing } from '../core/trees.ts'

// The largest observation that a world may have is a million characters; some 125,000 arguments of a call end the stack.
const RUN = 150_000
const DEEP = 20_000

const deep = (open: string, close: string, inner = '1') => open.repeat(DEEP) + inner + close.repeat(DEEP)

const TEXTS: [string, string][] = [
  ['backticks apart', '` '.repeat(RUN)],
  ['backticks together', '`'.repeat(RUN)],
  ['line breaks', '\n'.repeat(RUN)],
  ['short lines', 'a\n'.repeat(RUN)],
  ['words', 'a '.repeat(RUN)],
  ['escapes', '\u001b[1m'.repeat(RUN / 4)],
  ['arrays', deep('[', ']')],
  ['objects', deep('{"a":', '}')],
  ['objects, not closed', '{"a":'.repeat(DEEP)],
  ['arrays in a reply', `Here you are:\n\`\`\`json\n${deep('[', ']')}\n\`\`\``],
  ['elements', deep('<div>', '</div>')],
  ['groups', deep('(', ')')],
  ['braces', deep('{', '}')],
  ['substitutions', deep('$(', ')', 'ls')],
  ['quotes', '> '.repeat(DEEP)],
  ['lists', Array.from({ length: 2000 }, (_, at) => `${'  '.repeat(at)}- a:\n`).join('')],
  ['tabs', Array.from({ length: 1000 }, (_, at) => `${'\t'.repeat(at)}[a${at}] button 'x'\n`).join('')],
  ['minus signs', '-'.repeat(RUN)],
  ['negations', `${'not '.repeat(DEEP)}a`],
  ['YAML flow', `a: ${deep('[', ']')}`]
]

describe('very long and very deep texts are written', () => {
  const actions: [string, (text: string) => Action][] = [
    ['a terminal', (text) => [{ keystrokes: text, duration: 1 }]],
    ['mcp', (text) => ({ name: 'get', arguments: { text } })]
  ]
  describe.each(TEXTS)('%s', (_name, text) => {
    it.each(exporters)('as $name', async (format) => {
      for (const [domain, action] of actions) {
        const tree = await world({ domain: domain === 'mcp' ? 'mcp' : 'terminal' }, [
          { action: action('ls'), text },
          { action: action(text), text: 'short' }
        ])
        await written(format, tree)
      }
    })
  })

  it.each(exporters)('a world of 500 turns as $name', async (format) => {
    const setup = Setup.parse({ domain: 'terminal' })
    const session = { id: 's', title: 's', notes: '', domain: 'terminal', createdAt: 1, updatedAt: 1 }
    const steps: SessionTree['steps'] = []
    for (let at = 0; at < 500; at++) {
      steps.push(
        await makeStep(steps.at(-1)?.id ?? null, [{ keystrokes: `${at}\n`, duration: 1 }], { text: `${at}\n$ ` })
      )
    }
    const tip = steps.at(-1)?.id ?? null
    const branch = { id: 'b', session: 's', title: 'main', tip, fork: null, setup, createdAt: 1 }
    await written(format, { session, branches: [branch], steps, calls: [] })
  })
})

/** What a format cannot say it says in words. */
async function written(format: (typeof exporters)[number], tree: SessionTree): Promise<void> {
  const given = writing({ asset: async () => `<script${PLACE}/script>` })
  await inWords(async () => {
    for await (const _ of format.write([treeSource(tree)], format.options.parse({}), given)) void _
  })
}

async function inWords(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof OrreryError && error.code !== 'internal') return
    throw error
  }
}

describe('very long and very deep texts are read, or refused in words', () => {
  const subjects: [string, (text: string) => unknown][] = [
    ...importers.map(({ name }): [string, (text: string) => unknown] => [
      `import of ${name}`,
      (text) => readText(text, { format: name, now: 1 })
    ]),
    ['import of whatever it is', (text) => readText(text, { now: 1 })],
    ['tools', readTools],
    ['a screen', readScreen],
    ['an answer', parse],
    ['clean', clean],
    ['plain', plain],
    ['output', output],
    ['a command line', readCommandLine],
    [
      'what a program came to',
      (text) => readTold({ name: 'pip', args: ['install', 'a'], cwd: '/', home: '/root' }, text)
    ],
    ...domains.flatMap((domain): [string, (text: string) => unknown][] => [
      [`${domain.id}: a document`, (text) => domain.document?.read(domain.fromText(''), text)],
      [`${domain.id}: normalise`, (text) => domain.normalise(text)],
      [
        `${domain.id}: an initial state`,
        (text) => domain.initial(Setup.parse({ domain: domain.id, initialState: text }))
      ],
      [`${domain.id}: an action, typed`, (text) => quietly(() => domain.fromText(text))],
      [`${domain.id}: an action, read`, (text) => quietly(() => domain.read(text))]
    ])
  ]
  describe.each(TEXTS)('%s', (_name, text) => {
    it.each(subjects)('%s', (_subject, run) => inWords(() => run(text)))
  })
})

/** Whatever refuses it, but not for the sake of the stack. */
function quietly(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.cause instanceof RangeError)) throw error
  }
}

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root
})
  .toString()
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file))

describe('no call takes as many arguments as a list has', () => {
  it('spreads nothing into a call but what the function itself was called with', () => {
    expect(files.flatMap((file) => spreads(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it.each([
    ['Math.max(...found)', 1],
    ['list.push(...more)', 1],
    ['new Set(...all)', 1],
    ['const f = (...given: string[]) => g(...given)', 0],
    ['function f(...keys: string[]) { return () => g("a", ...keys.map((key) => key)) }', 0],
    ['const f = (given: string[]) => g(...given)', 1],
    ['f([...all], { ...one })', 0]
  ])('and would find out %s', (code, count) => {
    expect(spreads('a.ts', code)).toHaveLength(count)
  })
})

// What Orrery wrote itself is not asked how deep it is.
const OWN = ['src/core/text/json.ts', 'src/core/control/scenario-schema.ts', 'src/host/grounds/facts/index.ts']

it('JSON from outside is parsed in one place, which refuses what nests too deep', () => {
  const readers = /^src\/(core|host\/(doors|domains|formats|grounds\/facts|engines|commands|agents\/actors))\//
  const found = files
    .filter((file) => readers.test(file) && !OWN.includes(file))
    // A copy of a value is made through its own text.
    .filter((file) => /\bJSON\.parse\((?!\s*JSON\.stringify\()/.test(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Where a list is spread into the arguments of a call. */
function spreads(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: string[] = []
  const visit = (value: unknown, rests: readonly unknown[]): void => {
    if (!isNode(value)) return
    const own = Array.isArray(value.params)
      ? value.params.flatMap((one) =>
          isNode(one) && one.type === 'RestElement' && isNode(one.argument) ? [one.argument.name] : []
        )
      : []
    const known = own.length ? [...rests, ...own] : rests
    if ((value.type === 'CallExpression' || value.type === 'NewExpression') && Array.isArray(value.arguments)) {
      for (const one of value.arguments) {
        if (!isNode(one) || one.type !== 'SpreadElement' || known.includes(rootOf(one.argument))) continue
        const line = text.slice(0, Number(value.start)).split('\n').length
        found.push(`${file}:${line} ${text.slice(Number(one.start), Number(one.end))}`)
      }
    }
    for (const inner of Object.values(value)) visit(inner, known)
  }
  visit(program, [])
  return found
}

/** `keys` of `keys` and of `keys.map(...)`. */
function rootOf(value: unknown): unknown {
  if (!isNode(value)) return null
  if (value.type === 'CallExpression' && isNode(value.callee)) return rootOf(value.callee.object)
  return isNode(value.expression) ? rootOf(value.expression) : value.name
}
