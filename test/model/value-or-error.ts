// A shape with room for an error, the same for every engine that holds a real model to it.
import { expect } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import { orError } from '../../src/core/domains/or-error.ts'
import type { Step } from '../../src/core/tree/model.ts'
import type { Request } from '../../src/core/tree/ports.ts'

type Past = Pick<Step, 'action' | 'observation'>[]

const SCHEMA = orError({
  type: 'object',
  properties: { lines: { type: 'integer' } },
  required: ['lines'],
  additionalProperties: false
})

/** Expects the answer to go on as the turns before it did: with an error after errors, with a value after values. */
export async function expectValueOrError(
  answer: (line: string, over: Partial<Request>, past: Past) => Promise<{ text: string }>
): Promise<void> {
  const terminal = findDomain('terminal')
  const told = async (shown: string) => {
    const past = [0, 1, 2].map((at) => ({ action: terminal.fromText(`count ${at}`), observation: { text: shown } }))
    const sampling = { temperature: 0, topK: 20, topP: 0.95, maxTokens: 60 }
    const { text } = await answer(
      'count 9',
      { prefill: '', stop: [], sampling, shape: { tags: false, schema: SCHEMA } },
      past
    )
    return JSON.parse(text)
  }
  expect(await told('{"error": "there is no such file"}')).toEqual({ error: expect.any(String) })
  expect(await told('{"lines": 3}')).toEqual({ lines: expect.any(Number) })
}
