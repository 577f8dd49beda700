// Reading a prompt before its action is known, with models whose answers hang on every token: what is read again is counted, what is
// answered is compared with an engine that read nothing ahead.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { Engine, Message } from '../../../src/core/tree/ports.ts'
import { createLlamaEngine } from '../../../src/host/engines/llama.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { ask, requestOf, spell } from '../../model/conversation.ts'
import { must } from '../../must.ts'

const SHAPES = ['llama', 'qwen35moe'] as const
const BEFORE_ACTION = 'turn\n'
// ChatML's end of the message, and what opens the answer.
const AFTER_ACTION = spell([]).length - 1 + 2

/** A world's first message. */
const world = (name: string): Message => ({ role: 'system', content: `you are ${name} ${'abcdefghij'.repeat(40)}` })
const act = (line: string): Message => ({ role: 'user', content: `${BEFORE_ACTION}${line}` })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-ahead-'))
  for (const architecture of SHAPES) writeTinyModel(join(folder, `${architecture}.gguf`), { architecture, random: 5 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(SHAPES)('a %s', (shape) => {
  const open = (sequences: number) =>
    createLlamaEngine({
      ...{ modelPath: join(folder, `${shape}.gguf`), name: shape, hash: shape, template: 'small' },
      load: LoadOptions.parse({ contextSize: 4096, sequences })
    })
  async function using<T>(sequences: number, work: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = open(sequences)
    try {
      return await work(engine)
    } finally {
      await engine.dispose()
    }
  }
  const asked = (messages: Message[], owner: string) => ({ messages, prefill: '', maxTokens: 12, owner })
  async function say(engine: Engine, messages: Message[], owner = 'world') {
    const answer = await ask(engine, asked(messages, owner))
    if ('code' in answer) throw new Error(`The answer ended in ${answer.code}.`)
    return { text: answer.text, read: answer.tokens.prompt - answer.tokens.cached }
  }
  const readAhead = (engine: Engine, messages: Message[], owner = 'world') =>
    must(engine.readAhead)(requestOf(asked([...messages, { role: 'user', content: BEFORE_ACTION }], owner)))

  /** Two turns of a world: what each answered, and how many tokens it read. */
  const talk = (ahead: boolean) =>
    using(1, async (engine) => {
      const messages = [world('a terminal')]
      const said: Awaited<ReturnType<typeof say>>[] = []
      for (const line of ['ls', 'pwd', 'whoami']) {
        if (ahead) await readAhead(engine, messages)
        messages.push(act(line))
        const answer = await say(engine, messages)
        messages.push({ role: 'assistant', content: answer.text })
        said.push(answer)
      }
      return said
    })

  test('answers the same, and reads no more than the action', async () => {
    const plain = await talk(false)
    const ahead = await talk(true)
    expect(ahead.map(({ text }) => text)).toEqual(plain.map(({ text }) => text))
    expect(ahead.map(({ read }) => read)).toEqual(['ls', 'pwd', 'whoami'].map((line) => line.length + AFTER_ACTION))
    expect(must(plain[0]).read).toBeGreaterThan(400)
  })

  test('makes way for what is asked, which goes on from what was read', async () => {
    await using(1, async (engine) => {
      const messages = [world('a long one'.repeat(40)), act('ls')]
      await say(engine, [world('another'), act('ls')])
      const reading = readAhead(engine, messages.slice(0, 1))
      const answer = await say(engine, messages)
      await reading
      expect(answer.text).toBe((await using(1, (fresh) => say(fresh, messages))).text)
      // While an answer is drawn nothing is read ahead.
      const [next] = await Promise.all([say(engine, [world('a third'), act('ls')]), readAhead(engine, [world('x')])])
      expect(next.read).toBeGreaterThan(400)
    })
  })

  test('no world loses what was read for it, and worlds that were only looked at share a place', async () => {
    await using(2, async (engine) => {
      const first = [world('the first'), act('ls')]
      const { text } = await say(engine, first, 'first')
      for (const name of ['the second', 'the third', 'the fourth']) await readAhead(engine, [world(name)], name)
      const goneOn = [...first, { role: 'assistant' as const, content: text }, act('pwd')]
      expect((await say(engine, goneOn, 'first')).read).toBeLessThan(40)
      expect((await say(engine, [world('the fourth'), act('ls')], 'the fourth')).read).toBe(2 + AFTER_ACTION)
      // Both places hold an answer now.
      await readAhead(engine, [world('the fifth')], 'the fifth')
      expect((await say(engine, [world('the fifth'), act('ls')], 'the fifth')).read).toBeGreaterThan(400)
    })
  })
})
