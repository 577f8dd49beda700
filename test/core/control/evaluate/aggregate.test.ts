import { expect, test } from 'vitest'
import { aggregate } from '../../../../src/core/control/evaluate/aggregate.ts'
import type { Measures } from '../../../../src/core/control/evaluate/metrics.ts'

const flat = (value: number): Measures => ({
  exactRaw: value,
  exactNormalised: value,
  wordF1: value,
  rougeL: value,
  levenshtein: value
})

test('means are taken over what was scored, overall, per task and per kind; failures are counted beside them', () => {
  const report = aggregate([
    { task: 'terminal', kind: 'echo', measures: flat(1) },
    { task: 'terminal', kind: 'error', measures: flat(0) },
    { task: 'terminal', kind: 'error', measures: null },
    { task: 'mcp', kind: null, measures: flat(0.5) }
  ])
  expect(report).toEqual({
    overall: { samples: 4, failed: 1, ...flat(0.5) },
    byTask: {
      mcp: { samples: 1, failed: 0, ...flat(0.5) },
      terminal: { samples: 3, failed: 1, ...flat(0.5) }
    },
    byKind: {
      echo: { samples: 1, failed: 0, ...flat(1) },
      error: { samples: 2, failed: 1, ...flat(0) }
    }
  })
})

test('nothing scored means zeros, not gaps', () => {
  expect(aggregate([{ task: 'terminal', kind: null, measures: null }]).overall).toEqual({
    samples: 1,
    failed: 1,
    ...flat(0)
  })
  expect(aggregate([])).toEqual({ overall: { samples: 0, failed: 0, ...flat(0) }, byTask: {}, byKind: {} })
})
