// Our own domains, which together use every feature that is supported.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PddlFault, readPddl } from '../../../../../src/core/grounds/programs/pddl/read.ts'
import type { PddlWorld } from '../../../../../src/core/grounds/programs/pddl/world.ts'

const FOLDER = join(import.meta.dirname, '../../../../fixtures/pddl')
export const NAMES = ['orchard', 'lights', 'parcels', 'roads', 'shelf'] as const

export function textsOf(name: string): { domain: string; problem: string } {
  const text = (what: string) => readFileSync(join(FOLDER, name, `${what}.pddl`), 'utf8')
  return { domain: text('domain'), problem: text('problem') }
}

/** @throws Error that lists what is wrong */
export function worldOf({ domain, problem }: { domain: string; problem: string }): PddlWorld {
  const { world, faults } = readPddl([
    { file: 'domain', text: domain },
    { file: 'problem', text: problem }
  ])
  if (!world) throw new Error(faults.map(told).join('\n'))
  return world
}

export const told = ({ file, at, message }: PddlFault): string => `${file}:${at.line}:${at.column} ${message}`
