// The list of export formats. A new one is a file in this folder and a line here.
import { OrreryError } from '../errors.ts'
import type { Exporter } from '../plugins.ts'
import { agentworldbench } from './agentworldbench.ts'
import { orrery } from './orrery.ts'

export const exporters: Exporter[] = [orrery, agentworldbench]

/** @throws OrreryError not-found, naming the formats there are */
export function findExporter(name: string): Exporter {
  const exporter = exporters.find((one) => one.name === name)
  if (exporter) return exporter
  throw new OrreryError(
    'not-found',
    `There is no export format "${name}". Use one of: ${exporters.map((one) => one.name).join(', ')}.`
  )
}
