// What the shipped worlds with screens offer to try first, answered without a model: by rule, unless only a model could.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import { suggested } from '../../src/core/step/suggested.ts'
import type { StepEvent } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'

let home: string
let host: Handlers

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-tries-'))
  host = await createHost({ home, resources: 'resources' })
})
afterAll(async () => {
  await host?.dispose()
  if (home) await rm(home, { recursive: true, force: true })
})

/** First screens without a program: what is pressed there means what a model says. */
const ASKED = [
  "boat-timetable: click('e57')",
  "boat-timetable: click('e17')",
  "boat-timetable: select_option('e16', '12:00')",
  "boat-timetable: goto('https://lakeline.example/disruptions')"
]

const REFUSED = /^(?:Error from previous action: |### Error\n|### Result\nError: )/

it('every suggestion of a world with a screen is answered by rule, or asks for a model where that is listed', async () => {
  const asked: string[] = []
  const wrong: string[] = []
  let played = 0
  for (const { name, setup, tries } of await host.calls['scenarios.list']({})) {
    const domain = findDomain(setup.domain)
    if (!domain.screen || setup.recording !== null) continue
    const lasting = { ...setup, perturbations: [], grounding: 'executed' as const }
    const { branch: first } = await host.calls['worlds.create']({ setup: lasting })
    const lines = suggested(tries, domain, first.setup)
    if (lines.length < tries.length) wrong.push(`${name} does not begin with ${tries.join(', ')}`)
    for (const line of lines) {
      // Each is one for the first screen.
      const { session, branch } = await host.calls['worlds.create']({ setup: lasting })
      const action = domain.fromText(line, branch.setup)
      const input = { session: session.id, branch: branch.id, action, instruction: '', trace: false }
      let last: StepEvent | undefined
      for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) last = event
      if (last?.type === 'failed' && last.error.code === 'no-model') asked.push(`${name}: ${line}`)
      else if (last?.type !== 'committed') wrong.push(`${name}: ${line}: ${JSON.stringify(last)}`)
      else if (REFUSED.test(last.step.observation.text))
        wrong.push(`${name}: ${last.step.observation.text.slice(0, 160)}`)
      else played++
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toEqual(ASKED)
  expect(played).toBeGreaterThan(40)
})
