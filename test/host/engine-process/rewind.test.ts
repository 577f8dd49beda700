// Going back in a world, and to where it had got to: counted in tokens that are read, with models whose answers hang on all of history.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { Message } from '../../../src/core/tree/ports.ts'
import { createLlamaEngine } from '../../../src/host/engines/llama.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { ask } from '../../model/conversation.ts'

const TURNS = 12
// Where it is acted, in turns. A recurrent state that went back further has lost the places in between; before it went there it had them.
const WAY = { llama: [11, 12, 7, 12, 2, 12, 6, 12, 11], qwen35moe: [11, 12, 10, 12, 7, 12, 2, 12, 2] }
const SHAPES = ['llama', 'qwen35moe'] as const
const system: Message = { role: 'system', content: `you are a terminal ${'abcdefghij'.repeat(20)}` }
/** A command of the same length each time, unlike any other. */
const command = (number: number): Message => ({
  role: 'user',
  content: `tail app${String(number).padStart(4, '0')}log`
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-rewind-'))
  for (const architecture of SHAPES) writeTinyModel(join(folder, `${architecture}.gguf`), { architecture, random: 5 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(SHAPES)('a %s', (shape) => {
  test('reads the action and one token more, back from a branch and wherever it goes in its world', async () => {
    const engine = createLlamaEngine({
      modelPath: join(folder, `${shape}.gguf`),
      name: shape,
      hash: shape,
      template: 'small',
      load: LoadOptions.parse({ contextSize: 4096 }),
      states: join(folder, `states-${shape}`)
    })
    const say = async (messages: Message[]) => {
      const asked = { messages, prefill: '', maxTokens: 8, owner: 'world' }
      const answer = await ask(engine, asked)
      if ('code' in answer) throw new Error(`The answer ended in ${answer.code}.`)
      return answer
    }
    try {
      const messages = [system]
      let known = 0
      let fresh = 0
      for (let turn = 1; turn <= TURNS; turn++) {
        messages.push(command(turn))
        const { text, tokens } = await say(messages)
        fresh = tokens.prompt - known
        known = tokens.prompt + tokens.generated
        messages.push({ role: 'assistant', content: text })
      }
      /** Acts after so many turns; tokens read beyond those that are new. */
      const again = async (turns: number, number: number) => {
        const asked = [...messages.slice(0, 1 + 2 * turns), command(number)]
        const { tokens } = await say(asked)
        return tokens.prompt - tokens.cached - fresh
      }
      const read: number[] = []
      for (const [index, turns] of WAY[shape].entries()) read.push(await again(turns, 100 + index))
      expect(Math.max(...read)).toBeLessThanOrEqual(1)
    } finally {
      await engine.dispose()
    }
  })
})
