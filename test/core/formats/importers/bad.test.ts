// Damaged files of every format: what is wrong is named with its line, the rest is read, and nothing crashes.
import { describe, expect, test } from 'vitest'
import { OrreryError } from '../../../../src/core/errors.ts'
import { findImporter } from '../../../../src/core/formats/importers/index.ts'
import type { Finding } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'
import { FIRST } from './examples.ts'

/** What reading says of a file: what is wrong, line by line, and what was read all the same. */
async function read(format: string, text: string, name = 'file') {
  const file = textInput(text, name)
  const importer = findImporter(file, format)
  const reading = { now: 7, signal: new AbortController().signal, find: () => null }
  const found: Finding[] = []
  const problems: string[] = []
  try {
    for await (const one of importer.read(file, reading, importer.options.parse({}))) found.push(one)
  } catch (error) {
    // Anything else would be a fault of the program.
    if (!(error instanceof OrreryError)) throw error
    expect(error.code).toBe('invalid-input')
    problems.push(error.message)
  }
  for (const one of found) {
    if (one.type === 'problem') problems.push(`${one.line === null ? '' : `line ${one.line}: `}${one.reason}`)
  }
  return { problems, steps: found.flatMap((one) => (one.type === 'tree' ? one.tree.steps : [])).length }
}

// A field of each example that gets a wrong type, what is said of it, and how many steps are read all the same.
const WRONG: Record<string, { from: string; to: string; says: RegExp; steps: number }> = {
  orrery: { from: '"title":"other"', to: '"title":5', says: /^line 11: branch\.title: .*expected string/, steps: 7 },
  agentworldbench: { from: '"turn_idx":3', to: '"turn_idx":"3"', says: /^line 3: turn_idx: .*expected/, steps: 6 },
  atif: {
    from: '"function_name": "list"',
    to: '"function_name": 5',
    says: /^line 14: steps\[1\].*function_name/,
    steps: 0
  },
  asciicast: { from: '[0.5,', to: '["0.5",', says: /^line 3: .*expected number/, steps: 1 },
  inspect: { from: '"role": "tool"', to: '"role": 5', says: /Sample 1: .*messages/s, steps: 0 },
  traj: {
    from: '"action": "cat a.py"',
    to: '"action": 5',
    says: /Step 2 of the trajectory: .*its action is no text/,
    steps: 1
  },
  mcp: {
    from: '"params":{"name":"tool_2"',
    to: '"params":{"name":5',
    says: /^line 10: This call has no name of a tool/,
    steps: 1
  },
  playwright: {
    from: '"callId":"hsvc@10","startTime"',
    to: '"callId":5,"startTime"',
    says: /^line 9: This call has no id/,
    steps: 8
  },
  sharegpt: {
    from: '"value":"12:01"',
    to: '"value":5',
    says: /^line 2: conversations\.2\.value: .*expected string/,
    steps: 2
  },
  messages: { from: '"content":"12:01"', to: '"content":5', says: /^line 2: /, steps: 2 },
  jsonl: { from: '"action":"wait"', to: '"action":{}', says: /^line 2: This is no textenv action/, steps: 2 }
}

describe.each(FIRST)('$importer', ({ importer, name, text }) => {
  const lines = text.trimEnd().split('\n')
  // A document that is laid out has no line of its own for each record.
  const byLine = !text.includes('\n  ')

  test('the whole example is read without a problem', async () => {
    const { problems, steps } = await read(importer, text, name)
    expect(problems).toEqual([])
    expect(steps).toBeGreaterThan(0)
  })

  test('6.4 a file that ends in the middle: the last line is named, and what came before is read', async () => {
    const cut = text.slice(0, Math.floor(text.length * 0.9))
    const { problems, steps } = await read(importer, cut, name)
    expect(problems[0]).toMatch(new RegExp(`(^|: )line ${cut.split('\n').length}: `))
    if (byLine) expect(steps).toBeGreaterThan(0)
  })

  test('6.4 a broken line: it is named, and costs only itself', async () => {
    const middle = Math.ceil(lines.length / 2)
    const broken = lines.toSpliced(middle, byLine ? 0 : 1, '{"broken')
    const { problems, steps } = await read(importer, `${broken.join('\n')}\n`, name)
    expect(problems).toEqual([expect.stringMatching(new RegExp(`(^|: )line ${middle + 1}: Not `))])
    if (byLine) expect(steps).toBe((await read(importer, text, name)).steps)
  })

  test('6.4 a field of the wrong type: it is named with its place', async () => {
    const wrong = WRONG[importer]
    if (!wrong) throw new Error(`Say in WRONG which field of ${importer} gets a wrong type.`)
    expect(text).toContain(wrong.from)
    const { problems, steps } = await read(importer, text.replace(wrong.from, wrong.to), name)
    expect({ problems, steps }).toEqual({
      problems: expect.arrayContaining([expect.stringMatching(wrong.says)]),
      steps: wrong.steps
    })
  })

  test('an empty file is said to be empty, also where the format is named', () => {
    for (const empty of ['', '\n \n']) {
      expect(() => findImporter(textInput(empty, name), importer)).toThrow(
        'There is nothing to import: the file is empty.'
      )
    }
  })

  test('6.4 noise: each is refused in words, and nothing comes of it', async () => {
    for (const noise of [NOISE, '\u0000'.repeat(100), '[]', '{}', 'null', '[[[[', '{"a":'.repeat(100_000)]) {
      const { problems, steps } = await read(importer, noise, name)
      expect([noise.slice(0, 20), problems.length > 0, steps]).toEqual([noise.slice(0, 20), true, 0])
    }
  })
})

// Bytes of all values, the same ones at every run.
let seed = 7
const NOISE = Array.from({ length: 5000 }, () => {
  seed = (seed * 48271) % 0x7fffffff
  return String.fromCharCode(seed % 256)
}).join('')
