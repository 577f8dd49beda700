// The built-in agent while it thinks.
import { expect, test } from 'vitest'
import { createReact } from '../../../../src/core/control/agents/react.ts'
import { Sampling } from '../../../../src/core/tree/model.ts'
import type { Engine } from '../../../../src/core/tree/ports.ts'

/** Says its answer letter by letter. */
function spelling(answer: string): Engine {
  const model = { name: 'spelling', hash: null }
  return {
    info: () => ({ engine: 'spelling', model, contextSize: null, template: 'standard' }),
    async *generate() {
      for (const text of answer) yield { type: 'text', text }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'spelling', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}

const signal = new AbortController().signal

test('what the agent thinks is told as far as it has come, and nothing else of its answer', async () => {
  const heard: string[] = []
  const answer = '{"thought": "Ä \\"b\\"\\n\\u00e9", "tool": "act", "arguments": {"thought": "no"}}'
  const briefing = { task: null, tools: [], view: '' }
  const engine = spelling(answer)
  const react = createReact({ engine, briefing, sampling: Sampling.parse({}), seed: 0, owner: 'w' })
  const decision = await react.next(null, { signal, thinking: (text) => heard.push(text) })
  expect(decision).toEqual({ thought: 'Ä "b"\né', tool: 'act', arguments: { thought: 'no' } })
  expect(heard).toEqual(['Ä', 'Ä ', 'Ä "', 'Ä "b', 'Ä "b"', 'Ä "b"\n', 'Ä "b"\né'])
})
