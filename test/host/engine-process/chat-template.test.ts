// What a model is told in-process is what a server tells it: the text of its own chat template, token by token.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Template } from '@huggingface/jinja'
import { getLlama, type Llama, LlamaLogLevel, type LlamaModel } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { domains, findTemplate } from '../../../src/core/domains/index.ts'
import { buildPrompt } from '../../../src/core/step/prompt.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import type { Message } from '../../../src/core/tree/ports.ts'
import { type ChatForm, chatForm } from '../../../src/host/engine-process/chat-form.ts'
import { createPrompter, type Prompter } from '../../../src/host/engine-process/prompt.ts'
import { ToEngine } from '../../../src/host/engine-process/protocol.ts'
import { shared } from '../../../src/host/engine-process/sequences.ts'
import { type Vocabulary, writeVocabularies } from '../../fixtures/vocabulary.ts'
import { must } from '../../must.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/chat-templates')
const fixture = (name: string) => readFileSync(join(FIXTURES, name), 'utf8')
type Rendered = Record<string, Record<string, { thinking: string; plain: string }>>
const renderings: Rendered = JSON.parse(fixture('renderings.json'))
const conversations: Record<string, Message[]> = JSON.parse(fixture('conversations.json'))

// Each template with a vocabulary of its family.
const MODELS: [template: string, architecture: string, vocabulary: Vocabulary][] = [
  ['qwen3.5', 'qwen35moe', 'qwen35'],
  ['qwen3', 'qwen3', 'qwen2'],
  ['llama3.1', 'llama', 'llama-bpe'],
  ['llama3.2', 'llama', 'llama-bpe'],
  ['gemma3', 'gemma3', 'gemma-4'],
  ['smollm2', 'llama', 'qwen2']
]
const VOCABULARIES = [...new Set(MODELS.map(([, , vocabulary]) => vocabulary))]

let folder: string
let llama: Llama
const loaded = new Map<Vocabulary, LlamaModel>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-templates-'))
  const paths = writeVocabularies(folder, VOCABULARIES)
  // Sizes of a model are asked for while it is loaded, and a vocabulary has none: the library says so on its console.
  llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled })
  for (const name of VOCABULARIES) {
    loaded.set(name, await llama.loadModel({ modelPath: paths[name], vocabOnly: true }))
  }
  // The recorded date: some templates write today's.
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 12), toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await llama.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** The vocabulary as a model of this architecture with this chat template. */
function modelOf(source: string, architecture: string, vocabulary: Vocabulary): LlamaModel {
  const model = must(loaded.get(vocabulary))
  const fileInfo = structuredClone(model.fileInfo)
  Object.assign(fileInfo.metadata.general, { architecture })
  Object.assign(fileInfo.metadata.tokenizer, { chat_template: source })
  return Object.create(model, { fileInfo: { value: fileInfo } })
}

const ask = (messages: Message[], { thinking = true, prefill = '' } = {}) =>
  ToEngine.parse({
    ...{
      messages,
      prefill,
      thinking,
      budget: null,
      tagged: thinking,
      stop: [],
      seed: 0,
      strict: false,
      owner: 'a',
      repeats: 0,
      counts: true
    },
    ...{ shape: { tags: false, schema: null }, trace: false },
    sampling: { temperature: 0, topK: 0, topP: 1, maxTokens: 1 }
  })

const withoutBos = (text: string) => text.replace(/^(BOS|<bos>|<\|begin_of_text\|>)/, '')
const ids = domains.map(({ id }) => id)

describe.each(MODELS)('with the chat template of %s', (name, architecture, vocabulary) => {
  const source = fixture(`${name}.jinja`)
  let forms: Record<'thinking' | 'plain', ChatForm>
  let model: LlamaModel
  let prompter: Prompter
  beforeAll(() => {
    model = modelOf(source, architecture, vocabulary)
    forms = { thinking: chatForm(model, { thinking: true }), plain: chatForm(model, { thinking: false }) }
    prompter = createPrompter(model)
  })

  test.each(Object.keys(conversations))('a conversation is the text that Python servers make of it: %s', (title) => {
    const recorded = must(renderings[name]?.[title])
    for (const way of ['thinking', 'plain'] as const) {
      const { contextText } = forms[way](must(conversations[title]), '')
      expect(withoutBos(contextText.toString())).toBe(withoutBos(recorded[way]))
    }
  })

  test.each(ids)('three turns of %s are the tokens that a server reads', (id) => {
    const template = new Template(source)
    for (const [thinking, form] of [[true, 'standard'] as const, [false, 'small'] as const]) {
      const messages = request(id, form, 2)
      const { tokens } = prompter.prompt(ask(messages, { thinking }), { checkpoint: false, exact: true })
      const text = template.render({
        ...{ messages, add_generation_prompt: true, bos_token: '', eos_token: model.tokens.eosString },
        ...(thinking ? {} : { enable_thinking: false })
      })
      expect(withoutBos(forms[thinking ? 'thinking' : 'plain'](messages, '').contextText.toString())).toBe(text)
      // Gemma 4's vocabulary has other control tokens than Gemma 3's. As letters they would merge with what is said before them.
      if (name === 'gemma3') continue
      expect(tokens[0] === model.tokens.bos ? tokens.slice(1) : tokens).toEqual(model.tokenize(text, true))
    }
  })

  test.each(ids)('a prompt of %s begins as the one before, up to the last turn', (id) => {
    const prompt = (messages: Message[]) => prompter.prompt(ask(messages), { checkpoint: true, exact: true })
    for (const past of [0, 1, 2]) {
      const next = request(id, 'standard', past + 1)
      const now = request(id, 'standard', past)
      const whole = prompt(now)
      const [turn = 0] = whole.checkpoints
      const read = prompt(next).tokens
      expect(read.slice(0, turn)).toEqual(whole.tokens.slice(0, turn))
      // The block that asks for an answer is no part of history. Without it the two prompts part where the answer begins.
      const bare = prompt([...now.slice(0, -1), must(next[now.length - 1])])
      expect(shared(read, bare.tokens)).toBeGreaterThanOrEqual(Math.max(...bare.checkpoints))
      expect(Math.max(...bare.checkpoints)).toBeGreaterThan(turn)
    }
  })
})

/** A request after `past` turns whose observations end in blanks, as prompts of shells do. */
function request(id: string, form: 'standard' | 'small', past: number): Message[] {
  const domain = must(domains.find((one) => one.id === id))
  const template = findTemplate(domain, form, form)
  const setup = Setup.parse({ domain: id, initialState: 'The first state.\n', instruction: 'Be slow. ' })
  const action = domain.fromText('')
  const chain = Array.from({ length: past }, (_, at) => ({
    action,
    observation: { text: `${at} seen\nroot@host:/app# ` }
  }))
  return buildPrompt(domain, template, setup, chain, action).messages
}
