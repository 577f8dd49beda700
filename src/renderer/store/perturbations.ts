// The catalogue of perturbations in the window: read once, and what one does to a sample.
import type { CallInput, CallOutput } from '../../core/contract/index.ts'
import type { PerturbationRow } from '../../core/contract/perturbations.ts'
import { toWire } from '../../core/errors.ts'
import type { PerturbationUse } from '../../core/tree/model.ts'
import { type ShownError, setup } from './data.ts'
import type { Kit } from './state.ts'

export type PreviewOutput = CallOutput<'perturbations.preview'>
export type PresetRow = CallOutput<'perturbations.presets'>[number]

export interface PerturbationActions {
  /** Reads the catalogue, once. */
  readPerturbations(): Promise<PerturbationRow[]>
  presetsOf(domain: string): Promise<PresetRow[]>
  previewPerturbation(input: CallInput<'perturbations.preview'>): Promise<PreviewOutput | ShownError>
  /** Adds to the open world, on a new branch where it has steps after this point. */
  disturb(use: PerturbationUse): Promise<void>
}

export function perturbationActions({ client, get }: Kit): PerturbationActions {
  let catalogue: Promise<PerturbationRow[]> | null = null
  return {
    readPerturbations() {
      catalogue ??= client.call('perturbations.list', {}).catch(() => {
        // A lost host is reported by itself; the next look asks again.
        catalogue = null
        return []
      })
      return catalogue
    },
    presetsOf: (domain) => client.call('perturbations.presets', { domain }).catch(() => []),
    previewPerturbation: (input) =>
      client.call('perturbations.preview', input).catch((error: unknown): ShownError => toWire(error)),
    async disturb(use) {
      const { world, changeRules } = get()
      if (!world) return
      const perturbations = [...setup(world).perturbations, use]
      await changeRules({ perturbations }, `With ${use.name}`)
    }
  }
}
