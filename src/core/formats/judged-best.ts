// Whether a judge is to choose what an export holds, by the options of its format.
import { z } from 'zod'
import type { ExporterRow } from '../contract/formats.ts'

const Form = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ default: z.unknown() })).default({})
})

/** `no` where the option is not set, or the format has none; `apart` where it is set and the rows are not those of single turns of a world model. */
export function judgeChooses(
  { form }: Pick<ExporterRow, 'form'>,
  option: Record<string, unknown>
): 'yes' | 'no' | 'apart' {
  const { best, view, rows } = Form.parse(form).properties
  if (option.best !== 'judge' || !best) return 'no'
  const [seen, each] = [option.view ?? view?.default, option.rows ?? rows?.default]
  return (view && seen !== 'world') || (rows && each !== 'turn') ? 'apart' : 'yes'
}

/** What a person is told where no prediction can be chosen. */
export const NO_CANDIDATES =
  'There is nothing to choose from: no turn of these worlds has a real answer and a prediction of the same action. Predict some with orrery step --samples.'
