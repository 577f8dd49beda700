// The best model of the catalogue that fits this machine and is not there yet, for those who have a lesser one.
import { useEffect } from 'react'
import type { Model } from '../../core/contract/models.ts'
import type { Data } from './data.ts'
import { isFit } from './fits.ts'
import { useActions, useOrrery } from './index.ts'

// Every token reads all weights: without a GPU, larger files answer slower than anybody waits.
const MOST_WITHOUT_GPU = 1_500_000_000

/** Not on this machine, and able to answer as a world. */
const isAbsent = ({ path, unfit }: Model): boolean => path === null && unfit === undefined

/** `null` where none fits, where how they fit is not known yet, or where the model in use is as large. */
export function betterModel(models: readonly Model[], fits: Data['fits']): Model | null {
  const used = models.find(({ active }) => active)?.size ?? 0
  const better = models.filter((model) => {
    const fit = fits[model.id]
    if (!isAbsent(model) || model.size <= used || !isFit(fit)) return false
    return fit.verdict === 'gpu' || (fit.verdict !== 'too-big' && model.size <= MOST_WITHOUT_GPU)
  })
  return better.toSorted((a, b) => b.size - a.size)[0] ?? null
}

/** The same, asking how the models fit that are not there. */
export function useBetterModel(): Model | null {
  const models = useOrrery((state) => state.models)
  const fits = useOrrery((state) => state.fits)
  const { askFit } = useActions()
  useEffect(() => {
    for (const model of models ?? []) if (isAbsent(model)) void askFit(model)
  }, [models, askFit])
  return betterModel(models ?? [], fits)
}
