// Which worlds of programs may need a machine, so that a crowded pool answers their calls and does not hold them.
import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { besideMachine } from '../../../../src/host/grounds/programs/beside-machine.ts'
import { programsGround } from '../../../../src/host/grounds/programs/index.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'

const programs = createWorldPrograms()
const ground = besideMachine(programsGround({ programs }), null, programs)
afterAll(() => ground.dispose())

const shipped = (name: string): string => readFileSync(`resources/scenarios/programs/${name}.yaml`, 'utf8')
const pooled = (domain: string, text: string) =>
  ground.pooled?.(
    Setup.parse({
      domain: findDomain(domain).id,
      grounding: 'executed',
      program: programUse({ language: 'data', version: 1, text })
    })
  )

it('a desktop with a terminal is pooled, and one without is not', async () => {
  const desktop = shipped('desktop')
  expect(await pooled('os', desktop)).toBe(true)
  const without = desktop.replace(/^ {4}terminal: .*\n/m, '')
  expect(without).not.toMatch(/terminal: true/)
  expect(await pooled('os', without)).toBe(false)
})
