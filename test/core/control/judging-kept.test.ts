// The run in which a judge's answers are kept has the name that it had when the command line hashed it by Node.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgingRun } from '../../../src/core/control/judging/kept.ts'

test('answers of a judge are found again under its name, and votes are no part of it', async () => {
  for (const judge of [
    { model: 'critic', votes: 3 },
    { model: 'critic', votes: 1, baseUrl: 'http://127.0.0.1:8/v1' }
  ])
    for (const maxTokens of [undefined, 60]) {
      const hash = createHash('sha256')
        .update(JSON.stringify([judge.model, judge.baseUrl, 0, maxTokens]))
        .digest('hex')
      expect(await judgingRun({ judge, seed: 0, maxTokens })).toBe(`judge-${hash.slice(0, 16)}`)
    }
})
