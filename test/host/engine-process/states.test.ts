// State files with a sequence that only writes its tokens down: what is kept, found, refused and cleared away.
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LlamaContextSequence } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import { openStates } from '../../../src/host/engine-process/states.ts'
import { must } from '../../must.ts'
import { folder } from '../folder.ts'

const OF = { model: 'a'.repeat(64), kvType: 'f16' }
const range = (length: number, from = 0) => Array.from({ length }, (_, index) => from + index)

/** What a state file does with a sequence: its tokens go into a file with what was computed of them, and come out of one. */
function sequenceOf(tokens: number[], { needsCheckpoints = false, contextSize = 1000 } = {}) {
  const sequence = {
    contextTokens: tokens,
    contextSize,
    needsCheckpoints,
    context: { stateSize: 1000, totalSequences: 1 },
    loads: 0,
    async saveStateToFile(path: string) {
      writeFileSync(path, `${JSON.stringify(sequence.contextTokens)}\n${'k'.repeat(3_000_000)}`)
      return { fileSize: (await stat(path)).size }
    },
    async loadStateFromFile(path: string) {
      sequence.loads++
      sequence.contextTokens = JSON.parse(must(readFileSync(path, 'utf8').split('\n')[0]))
    }
  }
  // `as`: what a state file uses of a sequence.
  return sequence as typeof sequence & LlamaContextSequence
}

it('what is saved is found again by the next process, by its longest common beginning', async () => {
  const path = join(await folder(), 'states')
  const first = await openStates(path, OF)
  expect(first.find(range(10), { whole: false })).toBeNull()
  await first.save(sequenceOf(range(100)))
  await first.save(sequenceOf([...range(50), ...range(100, 500)]))

  const next = await openStates(path, OF)
  expect(next.find([...range(50), ...range(20, 500)], { whole: false })?.usable).toBe(70)
  expect(next.find([...range(90), 7, 7], { whole: false })?.usable).toBe(90)
  expect(next.find([7, 7], { whole: false })).toBeNull()
  // Recurrent state cannot be cut: only a state that is a beginning from end to end is of use.
  expect(next.find([...range(90), 7, 7], { whole: true })).toBeNull()
  const found = next.find([...range(100), 7, 7], { whole: true })
  expect(found?.usable).toBe(100)

  const into = sequenceOf([])
  expect(await next.load(must(found).state, into)).toBe(true)
  expect(into.contextTokens).toEqual(range(100))
})

it('a model sees neither what another saved nor what another library did, and only its own is cleared away', async () => {
  const path = await folder()
  await (await openStates(path, OF)).save(sequenceOf(range(100)))
  const find = async (of: typeof OF) => (await openStates(path, of)).find(range(100), { whole: false })
  expect(await find({ ...OF, model: 'b'.repeat(64) })).toBeNull()
  expect(await find({ ...OF, kvType: 'q8_0' })).toBeNull()
  expect((await find(OF))?.usable).toBe(100)

  const header = join(path, must(readdirSync(path).find((name) => name.endsWith('.json'))))
  writeFileSync(header, JSON.stringify({ ...JSON.parse(readFileSync(header, 'utf8')), library: '0.0.1' }))
  expect(await find({ ...OF, model: 'b'.repeat(64) })).toBeNull()
  expect(readdirSync(path)).toHaveLength(2)
  expect(await find(OF)).toBeNull()
  expect(readdirSync(path)).toEqual([])
})

it('a file without a header is nobody’s: cleared away once nobody can be writing it', async () => {
  const path = await folder()
  const cutOff = join(path, 'half.state')
  writeFileSync(cutOff, 'half')
  expect((await openStates(path, OF)).find(range(4), { whole: false })).toBeNull()
  expect(existsSync(cutOff)).toBe(true)
  utimesSync(cutOff, 0, 0)
  await openStates(path, OF)
  expect(existsSync(cutOff)).toBe(false)
})

it('a file of another size than was written is not loaded, and neither is one too long for the context', async () => {
  for (const spoil of ['file', 'context']) {
    const path = await folder()
    const states = await openStates(path, OF)
    await states.save(sequenceOf(range(100)))
    const { state } = must(states.find(range(100), { whole: false }))
    if (spoil === 'file') writeFileSync(join(path, `${state.name}.state`), 'cut')
    const into = sequenceOf([], { contextSize: spoil === 'context' ? 100 : 1000 })
    expect(await states.load(state, into), spoil).toBe(false)
    expect(into.loads, spoil).toBe(0)
    expect(states.find(range(100), { whole: false }), spoil).toBeNull()
    expect(readdirSync(path), spoil).toEqual([])
  }
})

it('8.11 a file of the right size whose content was damaged is not used, and goes', async () => {
  const path = await folder()
  const states = await openStates(path, OF)
  await states.save(sequenceOf(range(100)))
  const { state } = must(states.find(range(100), { whole: false }))
  const file = join(path, `${state.name}.state`)
  const content = readFileSync(file)
  content.write('K', content.length - 1_500_000)
  writeFileSync(file, content)
  expect(await states.load(state, sequenceOf([]))).toBe(false)
  expect(states.find(range(100), { whole: false })).toBeNull()
  expect(readdirSync(path)).toEqual([])
})

it('8.11 a file that an older version wrote without a checksum goes', async () => {
  const path = await folder()
  await (await openStates(path, OF)).save(sequenceOf(range(100)))
  const file = join(path, must(readdirSync(path).find((name) => name.endsWith('.json'))))
  const { checksum, ...header } = JSON.parse(readFileSync(file, 'utf8'))
  expect(checksum).toEqual(expect.any(Number))
  writeFileSync(file, JSON.stringify({ ...header, version: 1 }))
  expect((await openStates(path, OF)).find(range(100), { whole: false })).toBeNull()
  expect(readdirSync(path)).toEqual([])
})

it('a process that dies of loading a state does not meet it again', async () => {
  const path = await folder()
  const states = await openStates(path, OF)
  await states.save(sequenceOf(range(100)))
  const { state } = must(states.find(range(100), { whole: false }))
  const dying = sequenceOf([])
  const never = new Promise<never>(() => {})
  const begun = new Promise<void>((resolve) => {
    dying.loadStateFromFile = () => {
      resolve()
      return never
    }
  })
  void states.load(state, dying)
  await begun
  // What stands on disk now is what the next process finds.
  expect((await openStates(path, OF)).find(range(100), { whole: false })).toBeNull()
})

it('the beginning of a longer state is not kept twice, unless it cannot be cut out', async () => {
  const cuttable = await folder()
  const one = await openStates(cuttable, OF)
  await one.save(sequenceOf(range(50)))
  await one.save(sequenceOf(range(100)))
  await one.save(sequenceOf(range(70)))
  expect(readdirSync(cuttable).filter((name) => name.endsWith('.state'))).toHaveLength(1)

  const recurrent = await folder()
  const other = await openStates(recurrent, OF)
  for (const length of [50, 100, 70, 70]) await other.save(sequenceOf(range(length), { needsCheckpoints: true }))
  expect(readdirSync(recurrent).filter((name) => name.endsWith('.state'))).toHaveLength(3)
})

it('a state that cannot be written costs nothing but time', async () => {
  const path = await folder()
  const states = await openStates(path, OF)
  const broken = sequenceOf(range(100))
  broken.saveStateToFile = async (file: string) => {
    writeFileSync(file, 'half')
    throw new Error('no space left on device')
  }
  await states.save(broken)
  expect(readdirSync(path)).toEqual([])
  expect(states.find(range(100), { whole: false })).toBeNull()
})

it('a state that another sequence is just loading is loaded all the same', async () => {
  const states = await openStates(await folder(), OF)
  await states.save(sequenceOf(range(100)))
  const { state } = must(states.find(range(101), { whole: false }))
  const [first, second] = [sequenceOf([]), sequenceOf([])]
  let later: Promise<boolean> | undefined
  const load = first.loadStateFromFile
  first.loadStateFromFile = async (path: string) => {
    later = states.load(state, second)
    // Until the second has seen what the first leaves of the files.
    await Promise.race([later, new Promise((done) => setTimeout(done, 100))])
    await load(path)
  }
  expect([await states.load(state, first), await later]).toEqual([true, true])
  expect(second.contextTokens).toEqual(range(100))
})
