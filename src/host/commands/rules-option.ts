// Rules that a person wrote for recordings: a list of checks in a file.
import { z } from 'zod'
import { writtenFor } from '../../core/control/rules/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { sentenceOf } from '../../core/text/issues.ts'
import { Check } from '../../core/tree/conditions.ts'
import { readYaml } from '../domains/tools/yaml.ts'
import { readText } from './door.ts'

const Rules = z.union([z.array(Check).max(1000), z.looseObject({ checks: z.array(Check).max(1000) })])

/** The list itself, or the `checks` of a scenario. @throws OrreryError invalid-input naming the file, and what is wrong where */
export async function rulesIn(path: string): Promise<Check[]> {
  const read = readYaml(await readText(path))
  if ('problem' in read) throw new OrreryError('invalid-input', `"${path}" is no YAML: ${read.problem}`)
  // What is no list is read as a scenario, so that its own problem is told and not that it is none of both.
  const schema = Array.isArray(read.value) ? Rules.options[0] : Rules.options[1]
  const found = schema.safeParse(read.value)
  if (!found.success) {
    const why = sentenceOf(found.error, { value: read.value, schema })
    throw new OrreryError('invalid-input', `"${path}" is no list of checks: ${why}`)
  }
  const checks = 'checks' in found.data ? found.data.checks : found.data
  // Before anything is asked, not after.
  writtenFor(checks, { turn: 1, of: 1 })
  return checks
}
