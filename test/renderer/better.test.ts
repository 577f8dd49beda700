import { expect, it } from 'vitest'
import type { Fit } from '../../src/core/contract/fit.ts'
import type { Model } from '../../src/core/contract/models.ts'
import { Sampling } from '../../src/core/tree/model.ts'
import { betterModel } from '../../src/renderer/store/better.ts'

const model = (id: string, size: number, more: Partial<Model> = {}) =>
  ({ id, size, path: null, active: false, published: Sampling.parse({}), ...more }) as Model
const fit = (verdict: Fit['verdict']) => ({ verdict }) as Fit
const used = model('bundled', 90e6, { path: '/models/bundled.gguf', active: true })
const all = [used, model('tiny', 98e6), model('coder', 1.1e9), model('eight', 5e9), model('large', 18e9)]
const ofAll = (verdicts: Fit['verdict'][]) =>
  betterModel(all, Object.fromEntries(all.slice(1).map(({ id }, at) => [id, fit(verdicts[at] ?? 'too-big')])))?.id

it('offers the best model that fits this machine and is not there yet', () => {
  expect(ofAll(['cpu', 'cpu', 'cpu', 'too-big'])).toBe('coder')
  expect(ofAll(['gpu', 'gpu', 'gpu', 'partial'])).toBe('eight')
  expect(ofAll(['cpu', 'too-big', 'too-big', 'too-big'])).toBe('tiny')
  expect(ofAll(['too-big'])).toBe(undefined)
  expect(betterModel(all, {})).toBe(null)
  const here = all.map((one) =>
    one.id === 'coder' ? { ...one, path: '/models/coder.gguf', active: true } : { ...one, active: false }
  )
  expect(betterModel(here, { eight: fit('cpu'), tiny: fit('cpu') })).toBe(null)
})
