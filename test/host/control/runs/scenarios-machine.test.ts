import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ScenarioReport } from '../../../../src/core/control/summary.ts'
import { createHost } from '../../../../src/host/host.ts'
import { resources } from './recorded.ts'

// Skipping is said loudly in test/grounds, where an image is missing.
test('checks look at files of the machine, and at what a fault did to it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-machine-run-'))
  const host = await createHost({ home, resources })
  const scenario = {
    name: 'no-jq',
    title: 'No jq',
    description: '',
    setup: {
      domain: 'terminal',
      grounding: 'executed',
      initialState: 'A Debian 12 machine, hostname moor, user dev.\n\ndev@moor:~$ ',
      perturbations: [
        { name: 'break', options: { fault: { fault: 'missing-program', program: 'jq' } }, when: { turn: 2 } }
      ]
    },
    actions: [`echo '{"a": 6}' > a.json`, 'jq .a a.json > out.txt', 'wc -c out.txt'],
    checks: [
      { name: 'the input is there', at: 'every', baseline: true, expect: { file: '/home/dev/a.json', text: '"a": 6' } },
      { name: 'jq is missing', axis: 'Err', at: 2, expect: { observation: 'jq: command not found' } },
      { name: 'the output is empty', axis: 'Err', expect: { file: '/home/dev/out.txt', text: { is: '' } } },
      { name: 'nothing else', expect: { file: '/home/dev/none', exists: false } }
    ]
  }
  try {
    const input = { kind: 'scenarios', name: 'machine', options: { scenarios: [scenario] } }
    let report: unknown
    for await (const event of host.streams['runs.start'](input as never, { signal: new AbortController().signal }))
      if (event.type === 'report') report = event.report
    const { groups } = ScenarioReport.parse(report)
    expect(groups.map(({ variant, verdict, determinism }) => [variant, verdict, determinism])).toEqual([
      ['none', 'pass', 'exact'],
      ['own', 'pass', 'exact']
    ])
    expect(groups[1]?.recovery).toMatchObject({ runs: 1, turns: 1, retries: 0 })
  } finally {
    await host.dispose()
    await rm(home, { recursive: true, force: true })
  }
})
