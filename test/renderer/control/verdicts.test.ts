import { expect, test } from 'vitest'
import type { ScenarioGroup } from '../../../src/core/control/summary.ts'
import { Verdict } from '../../../src/core/tree/conditions.ts'
import { COLOURS, told, VERDICTS } from '../../../src/renderer/control/verdicts.ts'

// `as`: what is not asked for here.
const group = (verdict: Verdict, flaky: boolean) => ({ verdict, flaky }) as ScenarioGroup

test('a group whose repeats disagree is flaky, whatever its verdict; else its verdict is told', () => {
  expect(Verdict.options.map((verdict) => told(group(verdict, true)))).toEqual(Verdict.options.map(() => 'flaky'))
  expect(Verdict.options.map((verdict) => told(group(verdict, false)))).toEqual(Verdict.options)
})

test('no two verdicts share a word, a sign, a frame or a colour, and none is told by its colour alone', () => {
  const kinds = Object.keys(VERDICTS).length
  for (const part of [0, 1, 2] as const) expect(new Set(Object.values(VERDICTS).map((of) => of[part])).size).toBe(kinds)
  expect(new Set(Object.values(COLOURS)).size).toBe(kinds)
  expect(Object.keys(COLOURS).sort()).toEqual(Object.keys(VERDICTS).sort())
})
