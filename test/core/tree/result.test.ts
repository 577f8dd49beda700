import { expect, it } from 'vitest'
import { callAmong } from '../../../src/core/tree/calls.ts'
import type { Call } from '../../../src/core/tree/model.ts'
import { capped, MOST_CONTENT, MOST_STREAM, withoutText } from '../../../src/core/tree/result.ts'

it('of a long stream the beginning is kept, never half a character, and a note says what is missing', () => {
  const whole = { exitCode: 0, output: 'x'.repeat(MOST_STREAM), stdout: '', stderr: 'no' }
  expect(capped(whole)).toEqual(whole)
  const output = `${'x'.repeat(MOST_STREAM - 1)}🎉${'y'.repeat(1000)}`
  expect(capped({ exitCode: 0, output })).toEqual({
    exitCode: 0,
    output: 'x'.repeat(MOST_STREAM - 1),
    note: 'Of output the first 65,535 of 66,537 characters are kept.'
  })
})

it('content and structure that are too large are not kept, and a note says so', () => {
  const structuredContent = { text: 'x'.repeat(MOST_CONTENT) }
  expect(capped({ isError: false, structuredContent })).toEqual({
    isError: false,
    note: `Content and structure of ${(MOST_CONTENT + 18).toLocaleString('en-US')} characters are not kept.`
  })
})

it('of a text that was changed afterwards, failure, exit code and shell still hold', () => {
  const kept = { isError: true, exitCode: null, ready: false, restarted: true as const }
  expect(withoutText({ ...kept, content: [], structuredContent: {}, output: 'a', stdout: 'a', stderr: '' })).toEqual(
    kept
  )
  expect(withoutText({ output: 'a' })).toEqual({})
})

it('a branch means its own call, else one that was there when it was made, else the newest', () => {
  // `as`: nothing else of a call is looked at.
  const call = (branch: string, createdAt: number) => ({ branch, createdAt }) as Call
  const calls = [call('a', 10), call('b', 20), call('a', 30), call('c', 40)]
  expect(callAmong(calls, { id: 'a', createdAt: 0 })).toBe(calls[2])
  expect(callAmong(calls, { id: 'b', createdAt: 15 })).toBe(calls[1])
  expect(callAmong(calls, { id: 'fork', createdAt: 25 })).toBe(calls[1])
  expect(callAmong(calls, { id: 'early', createdAt: 5 })).toBe(calls[3])
  expect(callAmong([], { id: 'a', createdAt: 0 })).toBeNull()
})
