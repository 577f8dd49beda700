// Which of the programs that induction made is taken.
import { expect, test } from 'vitest'
import { bestOf } from '../../src/host/control/runs/authoring/versions.ts'

const score = (right: number, answered: number) => ({ turns: 20, right, exact: right, answered, values: 0, errors: {} })
const tried = (by: string, shown: [number, number], ahead: [number, number]) => ({
  ...{ by, program: { language: 'data' as const, text: by, version: 1 as const } },
  ...{ shown: score(...shown), ahead: score(...ahead) }
})

test('a way that asks is taken before one that is wrong ahead, and one that is nearly always wrong is not taken at all', () => {
  const [asks, guesses, wrong] = [tried('a', [6, 6], [0, 0]), tried('b', [8, 20], [1, 9]), tried('c', [2, 18], [0, 7])]
  expect(bestOf([guesses, asks, wrong])?.by).toBe('a')
  expect(bestOf([tried('d', [6, 8], [3, 4]), asks])?.by).toBe('d')
  expect(bestOf([wrong])).toBeNull()
})
