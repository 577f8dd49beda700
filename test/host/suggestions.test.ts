// What ready worlds suggest, played in those whose servers compute the answers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import { suggested } from '../../src/core/step/suggested.ts'
import type { StepEvent } from '../../src/core/tree/model.ts'
import { isReadyWorld } from '../../src/core/tree/scenario.ts'
import { createHost } from '../../src/host/host.ts'

// Servers in Python start on the emulated machine, which takes minutes where it is busy; `ends.ts` plays these.
const SLOW = new Set(['mcp-git', 'mcp-sqlite', 'mcp-time'])

let home: string
let host: Handlers

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-suggestions-'))
  host = await createHost({ home, resources: 'resources' })
})
afterAll(async () => {
  await host?.dispose()
  if (home) await rm(home, { recursive: true, force: true })
})

it('every suggestion of a world is no error of the server that computes it', async () => {
  const refused: string[] = []
  let played = 0
  for (const { name, setup, tries } of (await host.calls['scenarios.list']({})).filter(isReadyWorld)) {
    if (!setup.grounding || SLOW.has(name)) continue
    // What only a model could answer is refused instead.
    const { session, branch } = await host.calls['worlds.create']({ setup: { ...setup, grounding: 'executed' } })
    const domain = findDomain(setup.domain)
    const lines = suggested(tries, domain, branch.setup)
    if (setup.program && lines.length < tries.length) refused.push(`${name} does not begin with ${tries.join(', ')}`)
    for (const line of lines) {
      const action = domain.fromText(line, branch.setup)
      const input = { session: session.id, branch: branch.id, action, instruction: '', trace: false }
      let last: StepEvent | undefined
      for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) last = event
      // Only a model can answer it.
      if (last?.type === 'failed' && last.error.code === 'no-model') continue
      if (last?.type !== 'committed') {
        refused.push(`${name}: ${line}: ${JSON.stringify(last)}`)
        continue
      }
      played++
      const { text } = last.step.observation
      const document = domain.document?.read(action, text)
      if (document && 'error' in document && document.error) refused.push(`${name}: ${line}: ${text}`)
    }
  }
  expect(refused).toEqual([])
  expect(played).toBeGreaterThan(30)
})
