import { describe, expect, it } from 'vitest'
import { canonical, draw, makeStep, stepId, stepSeed } from '../../../src/core/tree/history.ts'

describe('1.1 a step is named by what it is', () => {
  it('hashes the canonical JSON of parent, action and observation', async () => {
    // The hash of [null,[{"duration":1,"keystrokes":"ls\n"}],{"text":"$ ls"}], as sha256sum gives it.
    expect(await stepId(null, [{ keystrokes: 'ls\n', duration: 1 }], { text: '$ ls' })).toBe(
      '7acc095b56e2ba35ffb8978a9851aff649909e7513f108247d207ba6ff5e2e0e'
    )
  })

  it('does not depend on the order of keys', async () => {
    const a = await stepId(null, [{ keystrokes: 'a', duration: 1 }], { text: 'x' })
    const b = await stepId(null, [{ duration: 1, keystrokes: 'a' }], { text: 'x' })
    expect(a).toBe(b)
  })

  it('changes with the parent, the action and the observation', async () => {
    const root = await makeStep(null, 'a', { text: 'x' })
    const ids = [
      root.id,
      await stepId(root.id, 'a', { text: 'x' }),
      await stepId(null, 'b', { text: 'x' }),
      await stepId(null, 'a', { text: 'y' })
    ]
    expect(new Set(ids).size).toBe(4)
  })

  it('sorts keys at every level and leaves arrays alone', () => {
    expect(canonical({ b: [2, 1, { d: null, c: 'é' }], a: true })).toBe('{"a":true,"b":[2,1,{"c":"é","d":null}]}')
  })
})

describe('1.2 chance hangs on its key alone', () => {
  it('gives the same draw for the same key, and spreads over [0, 1)', async () => {
    expect(await draw('42|flaky')).toBe(await draw('42|flaky'))
    const draws = await Promise.all(Array.from({ length: 1000 }, (_, i) => draw(`key ${i}`)))
    const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...draws)).toBeLessThan(1)
    expect(mean).toBeGreaterThan(0.45)
    expect(mean).toBeLessThan(0.55)
  })

  it('derives a step seed that engines take, different after another parent', async () => {
    const { id } = await makeStep(null, 'a', { text: 'x' })
    const seeds = [await stepSeed(1, null), await stepSeed(1, id), await stepSeed(2, null)]
    expect(new Set(seeds).size).toBe(3)
    for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true)
  })
})
