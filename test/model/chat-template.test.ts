// The text that a real llama-server makes of a conversation, against what is told in-process.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLlama, type Llama, LlamaLogLevel } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Message } from '../../src/core/tree/ports.ts'
import { chatForm } from '../../src/host/engine-process/chat-form.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { orNotRun } from './bring.ts'
import { llamaServer } from './llama-server.ts'

const program = await orNotRun(llamaServer)
const FIXTURES = join(import.meta.dirname, '../fixtures/chat-templates')
const fixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8')
const conversations: Record<string, Message[]> = JSON.parse(fixture('conversations.json'))
// Llama 3 is left to the recordings: llama-server writes today's date into its prompt where other servers write a fixed one.
const NAMES = ['qwen3.5', 'gemma3', 'smollm2']
const BOS = /^(BOS|<s>|<bos>|<\|begin_of_text\|>)/

let folder: string
let llama: Llama
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-apply-template-'))
  llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled })
})
afterAll(async () => {
  await llama.dispose()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(NAMES)('llama-server with the chat template of %s', (name) => {
  let server: ChildProcess
  let address: string
  let path: string
  beforeAll(async () => {
    path = join(folder, `${name}.gguf`)
    writeTinyModel(path, { random: 1, chatTemplate: fixture(`${name}.jinja`) })
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    server = spawn(program, ['-m', path, '--port', String(port), '--jinja', '-c', '512', '-np', '1'], {
      stdio: 'ignore'
    })
    await vi.waitFor(async () => expect((await fetch(`${address}/health`)).ok).toBe(true), PATIENCE)
  })
  afterAll(() => void server.kill())

  test('is told every conversation in the same text', async () => {
    const model = await llama.loadModel({ modelPath: path, vocabOnly: true })
    for (const thinking of [true, false]) {
      const form = chatForm(model, { thinking })
      for (const [title, messages] of Object.entries(conversations)) {
        const body = { messages, ...(thinking ? {} : { chat_template_kwargs: { enable_thinking: false } }) }
        const answer = await fetch(`${address}/apply-template`, { method: 'POST', body: JSON.stringify(body) })
        const { prompt } = (await answer.json()) as { prompt: string } // Its documented answer.
        const told = form(must(messages), '').contextText.toString()
        expect([title, told.replace(BOS, '')]).toEqual([title, prompt.replace(BOS, '')])
      }
    }
    await model.dispose()
  })
})

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
