// SPEC.md numbers what Orrery does, and the names of tests begin with these numbers: both have to agree.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const spec = read('SPEC.md').split('\n')
const promised = spec.flatMap((line) => /^- (\d+\.\d+) /.exec(line)?.[1] ?? [])

it('numbers every line of SPEC.md once, in order', () => {
  const first = spec.findIndex((line) => line.startsWith('## '))
  let [section, last] = [0, 0]
  const wrong = spec.slice(first).filter((line) => {
    const [, head] = /^## (\d+) \S/.exec(line) ?? []
    const [, inside, number] = /^- (\d+)\.(\d+) \S/.exec(line) ?? []
    const right = !line || (head ? Number(head) > section : Number(inside) === section && Number(number) > last)
    if (head) [section, last] = [Number(head), 0]
    if (number) last = Number(number)
    return !right
  })
  expect(wrong).toEqual([])
})

const tests = testsByFile()

it('has every number in SPEC.md that the name of a test begins with', () => {
  expect(tests.length).toBeGreaterThan(500)
  const unknown = tests.filter(({ name }) => numbersOf(name).some((number) => !promised.includes(number)))
  expect(unknown).toEqual([])
})

it('has a test for every number of SPEC.md', () => {
  const held = new Set(tests.flatMap(({ name }) => numbersOf(name)))
  expect(promised.filter((number) => !held.has(number))).toEqual([])
})

function testsByFile(): { file: string; name: string }[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'test'], {
    cwd: root
  })
  const files = `${listed}`.split('\0').filter((file) => /\.tsx?$/.test(file))
  return files.flatMap((file) => namesIn(file).map((name) => ({ file, name })))
}

/** `6.7 an export …` and `8.4, 8.12 loading …`: all numbers before the words. */
function numbersOf(name: string): string[] {
  const [start = ''] = /^(\d+\.\d+,? )+/.exec(name) ?? []
  return start.match(/\d+\.\d+/g) ?? []
}

/** What `it`, `test` and `describe` are called with first, `it.each(…)` and the like too. */
function namesIn(file: string): string[] {
  const { program, errors } = parseSync(file, read(file))
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const names: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('type' in value && value.type === 'CallExpression' && 'callee' in value && 'arguments' in value) {
      const [first] = Array.isArray(value.arguments) ? value.arguments : []
      if (/^(it|test|describe)$/.test(rootOf(value.callee))) names.push(textOf(first))
    }
    Object.values(value).forEach(visit)
  }
  visit(program)
  return names
}

/** `it` of `it`, `it.skip` and `it.runIf(here).each`. */
function rootOf(callee: unknown): string {
  if (typeof callee !== 'object' || callee === null) return ''
  if ('name' in callee) return String(callee.name)
  return rootOf('object' in callee ? callee.object : 'callee' in callee ? callee.callee : null)
}

/** A string's text; of a template, what stands before its first expression. */
function textOf(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  if ('value' in node && typeof node.value === 'string') return node.value
  return 'quasis' in node && Array.isArray(node.quasis) ? String(node.quasis[0]?.value?.raw ?? '') : ''
}
