// Variations that the bundled model words and invents: small as it is, what is kept has passed the same tests.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Varied } from '../../src/core/control/variation.ts'
import { createHost } from '../../src/host/host.ts'
import { readScenarioText } from '../../src/host/library/scenario-file.ts'
import { resources } from '../host/control/runs/recorded.ts'

it('the bundled model rephrases and invents, the same twice, and what it says badly is dropped with the reason', async () => {
  const came: string[] = []
  for (let times = 0; times < 2; times++) {
    const home = await mkdtemp(join(tmpdir(), 'orrery-vary-model-'))
    const host = await createHost({ home, resources, tempo: 0, model: 'orrery-lwm-135m' })
    const from = { recording: 'android-contact' }
    const input = { from, n: 2, seed: 1, kinds: ['state', 'intent'], by: 'model' }
    const all: Varied[] = []
    for await (const event of host.streams['scenarios.vary'](input as never, { signal: new AbortController().signal }))
      if (event.type === 'varied') all.push(Varied.parse({ kept: event.kept, dropped: event.dropped }))
    await host.dispose()
    await rm(home, { recursive: true, force: true })
    expect(all).toHaveLength(2)
    for (const { kept, dropped } of all) {
      if (kept) expect(readScenarioText(kept.text).problems).toEqual([])
      expect(dropped.every(({ reason }) => reason !== '')).toBe(true)
      expect(kept !== null || dropped.length > 0).toBe(true)
    }
    came.push(JSON.stringify(all))
  }
  expect(came[1]).toBe(came[0])
}, 300_000)
