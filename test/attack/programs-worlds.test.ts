// A stranger's program is as harmless as a stranger's text: it is ended with an error that names it, and the host goes on.
import { createHash } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createPrograms } from '../../src/host/grounds/programs/running.ts'

const programs = createPrograms({ stuck: 4000 })
afterAll(() => programs.dispose())

const EVENT = { door: 'text', text: 'go' } as const

/** What a step of this program comes to; `body` is that of its step. */
async function play(body: string, before = '') {
  const text = `${before}
export const init = () => ({ list: [1, 2], person: { name: 'Ada' } })
export const step = (state, event) => {
${body}
}`
  const program = programs.of({ text, hash: createHash('sha256').update(text).digest('hex') })
  const { state } = await program.init('1')
  return program.step(state, EVENT)
}

/** The longest that this process stood still meanwhile, in milliseconds. */
async function standstill(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 10)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return longest
}

const failing: [what: string, body: string, error: RegExp][] = [
  ['an endless loop', 'for (;;) {}', /more than about ten million operations in step/],
  ['an endless pattern', "/(a+)+$/.test('a'.repeat(60) + 'b'); for (;;) {}", /ten million operations|4 seconds/],
  ['endless recursion', 'const down = () => down() + 1\nreturn down()', /failed in step, line \d+: .*stack/],
  ['deep JSON', "return JSON.parse('['.repeat(200000))", /failed in step|broke its sandbox/],
  ['a text of a gigabyte', "return { answer: 'x'.repeat(1e9) }", /failed in step, line 4: .*memory/],
  ['a text that doubles', "let s = 'x'; for (;;) s += s", /failed in step|broke its sandbox/],
  [
    'lists without end',
    'const all = []; for (;;) all.push(new Array(1000).fill(all))',
    /memory|operations|sandbox|come back/
  ],
  ['one operation without end', 'return { answer: new Array(4e9).join() }', /did not come back in 4 seconds/],
  ['a huge answer', "return { answer: 'x'.repeat(9e6) }", /larger than 8388608 characters/],
  [
    'a huge state',
    "return { state: { all: new Array(3e6).fill('four') } }",
    /larger than|memory|operations|sandbox|come back|more than/
  ],
  ['a state that holds itself', 'const s = {}; s.s = s; return { state: s }', /state\.s\..* holds itself/],
  ['not a number', 'return { state: { n: [1 / 0] } }', /state\.n\[0\] is Infinity, which JSON cannot hold/],
  ['a key __proto__', 'return { state: JSON.parse(\'{"__proto__": {"a": 1}}\') }', /state\.__proto__ has a name/],
  ['a state that is no object', 'return { state: 5 }', /the state that step returned is not an object/],
  ['a promise', 'return Promise.resolve({ answer: 1 })', /step returned a promise/],
  ['writing to the state', 'state.person.name = "Eve"', /line 4: TypeError: .*states cannot be written to/],
  ['writing to what states are made of', 'Object.getPrototypeOf(state).admin = true', /TypeError/],
  ['an unknown field', 'return { answer: 1, host: 2 }', /does not fit the contract/],
  ['throwing nothing', 'throw undefined', /failed in step/],
  ['throwing what throws', "throw { get message() { throw new Error('again') } }", /failed in step|broke its sandbox/],
  ...[
    'setTimeout(() => {}, 0)',
    'fetch("http://localhost")',
    'require("fs")',
    'process.exit()',
    'new Date()',
    'performance.now()',
    'new WebSocket("ws://localhost")',
    'console.log(1)',
    'WebAssembly.compile'
  ].map((code): [string, string, RegExp] => [code, code, /failed in step, line 4: ReferenceError/]),
  ['Math.random()', 'return { answer: Math.random() }', /line 4: TypeError: not a function/]
]

for (const [what, body, error] of failing) {
  it(`51.1 ends a program by ${what}, and says so`, async () => {
    await expect(play(body)).rejects.toThrow(error)
  })
}

it('refuses modules, and a program that waits', async () => {
  await expect(play('return {}', "import fs from 'node:fs'")).rejects.toThrow('is no file of this program')
  await expect(play('return {}', 'await new Promise(() => {})')).rejects.toThrow('awaits')
  await expect(play('return {', '')).rejects.toThrow(/line \d+: SyntaxError/)
})

it('51.2 gives a program no way out by constructors, and nothing to hide from the next step', async () => {
  const ways = [
    "return { answer: String(state.constructor.constructor('return 1')) }",
    "return { answer: String((() => {}).constructor('return typeof process + typeof require + typeof fetch')()) }",
    "return { answer: typeof globalThis.states + typeof event.constructor.constructor('return this') }",
    'globalThis.n = (globalThis.n ?? 0) + 1\nreturn { answer: String(globalThis.n) }',
    'Array.prototype.n = (Array.prototype.n ?? 0) + 1\nreturn { answer: String([].n) + state.list.n }'
  ]
  const answers = []
  for (const way of ways) {
    const text = `export const init = () => ({ list: [] })\nexport const step = (state, event) => { ${way} }`
    const program = programs.of({ text, hash: createHash('sha256').update(text).digest('hex') })
    const { state } = await program.init('1')
    await program.step(state, EVENT)
    answers.push((await program.step(state, EVENT)).step?.answer)
  }
  expect(answers).toEqual(['return 1', 'undefinedundefinedundefined', 'undefinedobject', '1', '1undefined'])
})

it('51.1 keeps the host awake while a program hangs, and goes on with it afterwards', async () => {
  const text = `export const init = () => ({})
export const step = (state, { text }) => { if (text === 'hang') return new Array(4e9).join()
  return { answer: 'here' } }`
  const program = programs.of({ text, hash: 'hanging' })
  const { state } = await program.init('1')
  const still = await standstill(async () => {
    await expect(program.step(state, { door: 'text', text: 'hang' })).rejects.toThrow('did not come back')
  })
  // A thread beside it, on a machine whose cores are busy.
  expect(still).toBeLessThan(1000)
  expect((await program.step(state, EVENT)).step).toEqual({ answer: 'here' })
})

it('is stopped at once by whoever asked', async () => {
  const text = `export const init = () => ({})\nexport const step = () => new Array(4e9).join()`
  const program = programs.of({ text, hash: 'stopped' })
  const { state } = await program.init('1')
  const stop = new AbortController()
  const asked = program.step(state, EVENT, stop.signal)
  setTimeout(() => stop.abort(), 50)
  await expect(asked).rejects.toThrow('The step was stopped.')
})

it('bounds the memory of what a program makes over many steps', async () => {
  const text = `export const init = () => ({ rows: {} })
export const step = (state, { text }) => ({ state: put(state, ['rows', text], { text: text.repeat(1000) }), answer: 'ok' })`
  const program = programs.of({ text, hash: 'many' })
  let { state } = await program.init('1')
  const before = process.memoryUsage().rss
  for (let turn = 0; turn < 500; turn++)
    state = (await program.step(state, { door: 'text', text: `r${turn % 20}` })).state
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
})
