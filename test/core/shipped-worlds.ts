// The ready worlds that are JSON files, as scenarios without their programs: the host reads those.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Scenario } from '../../src/core/tree/scenario.ts'

const folder = join(import.meta.dirname, '../../resources/scenarios')

export const shippedWorlds = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { setup, ...rest } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const { program: _, ...without } = setup
    return { file, scenario: Scenario.parse({ ...rest, setup: without }) }
  })
