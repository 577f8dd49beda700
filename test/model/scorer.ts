// How sure a model is between two tokens, by llama.cpp alone: no part of Orrery's engine takes part.
import { getLlama, LlamaLogLevel, type LlamaModel, type Token } from 'node-llama-cpp'
import type { Message } from '../../src/core/tree/ports.ts'
import { spell } from './conversation.ts'

export interface Scorer {
  /** By how much the logits of `one` and `other` differ, as the character after `messages` and the `begun` answer. */
  gap(messages: Message[], begun: string, one: string, other: string): Promise<number>
  dispose(): Promise<void>
}

/** Opens a tiny model of one character a token (fixtures/tiny-gguf.ts, `random`). */
export async function createScorer(path: string, { contextSize }: { contextSize: number }): Promise<Scorer> {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error, maxThreads: 1 })
  const model = await llama.loadModel({ modelPath: path })
  const context = await model.createContext({ contextSize })
  const sequence = context.getSequence()
  return {
    async gap(messages, begun, one, other) {
      const tokens = [...spell(messages), ...begun].map((text) => idOf(model, text))
      await sequence.clearHistory()
      const wanted = [one, other].map((text) => idOf(model, text))
      const last = tokens.length - 1
      const generateNext = { logits: { filter: { tokens: wanted } } }
      const results = await sequence.controlledEvaluate(
        tokens.map((token, index) => (index === last ? [token, { generateNext }] : token))
      )
      const logits = results[last]?.next.logits
      const [a, b] = wanted.map((token) => logits?.get(token))
      if (a === undefined || b === undefined) throw new Error(`The model gave no logits for "${one}" and "${other}".`)
      return Math.abs(a - b)
    },
    dispose: () => llama.dispose()
  }
}

function idOf(model: LlamaModel, text: string): Token {
  const [token, ...more] = model.tokenize(text, true)
  if (token === undefined || more.length > 0) throw new Error(`"${text}" is not one token.`)
  return token
}
