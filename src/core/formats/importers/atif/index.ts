// Reads ATIF 1.0 to 1.8. A file that Orrery wrote comes back as it was; of any other the agent's tool calls become actions.
import { z } from 'zod'
import { OrreryError } from '../../../errors.ts'
import type { Finding, Importer } from '../../importing.ts'
import { check } from '../lines.ts'
import { readDocument, wholeText } from '../whole.ts'
import { readForeign } from './foreign.ts'
import { readOwn } from './own.ts'
import { Root } from './schema.ts'

const NEWEST = 8
const VERSION = /"schema_version"\s*:\s*"ATIF-v(\d+\.\d+)"/

const Options = z.strictObject({
  domain: z.string().default('').describe('Kind of world; by default inferred from the tool calls.')
})

export const atif: Importer<typeof Options> = {
  name: 'atif',
  title: 'ATIF trajectory',
  options: Options,

  recognise({ head }) {
    if (!/^\s*\{/.test(head)) return null
    const version = VERSION.exec(head)?.[1]
    return version ? { format: `ATIF-v${version}`, sure: 'certain' } : null
  },

  async *read(file, reading, { domain }): AsyncGenerator<Finding> {
    const text = await wholeText(file)
    const read = readDocument(text)
    if ('reason' in read) {
      yield { type: 'problem', ...read }
      return
    }
    const root = check(read.value, Root)
    if ('reason' in root) {
      yield { type: 'problem', line: null, reason: `Not a trajectory: ${root.reason}` }
      return
    }
    refuseNewer(root.checked.schema_version)
    yield* (await readOwn(root.checked, text, reading)) ??
      readForeign(root.checked, text, { reading, wanted: domain, name: file.name })
  }
}

function refuseNewer(version: string): void {
  const [, major, minor] = /^ATIF-v(\d+)\.(\d+)$/.exec(version) ?? []
  if (major === '1' && Number(minor) <= NEWEST) return
  throw new OrreryError(
    'invalid-input',
    `This trajectory is ${version.slice(0, 40)}; ATIF-v1.0 to ATIF-v1.${NEWEST} can be read.`
  )
}
