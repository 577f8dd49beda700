// What worlds can be disturbed by.
import { catalogue } from '../../core/control/catalogue.ts'
import { findDomain } from '../../core/domains/index.ts'
import { PRESETS, presetsOf } from '../../core/faults/presets.ts'
import { preview } from '../../core/step/preview.ts'
import { formOf } from './form.ts'
import type { Topic } from './topic.ts'

/** They need nothing of the host. */
export const perturbationHandlers = {
  calls: {
    'perturbations.list': () =>
      catalogue().map(({ options, examples, ...entry }) => ({
        ...entry,
        form: formOf(options),
        examples: examples.map(({ domain, turns, options = {} }) => ({ domain, turns, options }))
      })),
    'perturbations.presets': ({ domain }) => {
      const lists = presetsOf(findDomain(domain))
      return PRESETS.map((preset) => ({ ...preset, uses: lists[preset.name] }))
    },
    'perturbations.preview': ({ use, domain, example }) =>
      preview(use, { ...(domain !== undefined && { domain }), ...(example !== undefined && { example }) })
  }
} satisfies Topic
