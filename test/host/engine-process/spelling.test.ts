// An answer stands in later prompts as it was drawn, even where the tokenizer would spell its text otherwise: what was read is not read again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { Engine } from '../../../src/core/tree/ports.ts'
import { createLlamaEngine } from '../../../src/host/engines/llama.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { ask } from '../../model/conversation.ts'

// The tokenizer spells these letter by letter: nothing leads from two letters to a whole piece.
const PIECES = ['§', 'Hello ', 'wor', 'ld ', 'and ', 'all ', 'the ', 'rest']

let folder: string
let engine: Engine
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-spelling-'))
  writeTinyModel(join(folder, 'tiny.gguf'), { scripts: [{ pieces: PIECES, after: 'again' }] })
})
afterEach(() => engine.dispose())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(sequences: number): Engine {
  engine = createLlamaEngine({
    modelPath: join(folder, 'tiny.gguf'),
    name: 'tiny',
    hash: null,
    template: 'small',
    load: LoadOptions.parse({ contextSize: 2048, sequences })
  })
  return engine
}

/** Asks for `maxTokens` of the script, after `said` when given. */
async function say(owner: string, maxTokens: number, said: string | null = null) {
  const asked = { role: 'user' as const, content: 'Go on.' }
  const later = said === null ? [] : [{ role: 'assistant' as const, content: said }, asked]
  const messages = [{ role: 'system' as const, content: `You are ${owner}.` }, asked, ...later]
  const answer = await ask(engine, { messages, prefill: '§', maxTokens, owner })
  if ('code' in answer) throw new Error(`The answer ended in ${answer.code}.`)
  return answer
}

test('the next turn reads only what is new', async () => {
  open(1)
  const first = await say('a', 7)
  expect(first.text).toBe(PIECES.slice(0, 8).join(''))
  const second = await say('a', 7, first.text)
  // All of the first prompt and its answer but the last token, which was drawn and never read.
  expect(second.tokens.cached).toBe(first.tokens.prompt + 7 - 1)
})

test('so does one whose answer begins like a shorter one', async () => {
  open(2)
  const first = await say('a', 7)
  await say('b', 1)
  const second = await say('a', 7, first.text)
  expect(second.tokens.cached).toBe(first.tokens.prompt + 7 - 1)
})

test('so does one whose answer was trimmed', async () => {
  open(1)
  const first = await say('a', 6)
  const second = await say('a', 7, first.text.trimEnd())
  // The last piece ends in the blank that was trimmed: it is another token now.
  expect(second.tokens.cached).toBe(first.tokens.prompt + 5)
})
