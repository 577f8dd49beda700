import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { StepEvent } from '../../src/core/model.ts'
import { createHost } from '../../src/host/host.ts'
import { folder } from './folder.ts'

const names = readdirSync('resources/samples')
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.replace(/\.jsonl$/, ''))

test.each(names)('19.7 %s plays to its end without a model', async (name) => {
  const host = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => host.dispose())
  const { session, branch } = await host.calls['samples.open']({ name })
  const listed = (await host.calls['samples.list']({})).find((one) => one.name === name)
  let steps = 0
  let last: StepEvent | undefined
  for (;;) {
    const at = last?.type === 'committed' ? last.step.id : null
    const [next] = await host.calls['steps.recorded']({ branch: branch.id, at })
    if (!next) break
    const input = { session: session.id, branch: branch.id, action: next.action, instruction: '', trace: false }
    for await (const event of host.streams.step(input, { signal: new AbortController().signal })) last = event
    expect(last).toMatchObject({ type: 'committed' })
    steps++
  }
  expect(steps).toBe(listed?.steps)
})
