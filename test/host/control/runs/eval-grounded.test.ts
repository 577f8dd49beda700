import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunEvent } from '../../../../src/core/contract/runs.ts'
import { EvalReport } from '../../../../src/core/control/evaluate/report.ts'
import { toybox } from '../../../fixtures/ground.ts'
import { runsOf } from './runs.ts'

const line = (action: string, response: string, turn: number, before: string[] = [], answers: string[] = []) => {
  const prompt = (keystrokes: string) =>
    `**Action:**\n\`\`\`json\n${JSON.stringify([{ keystrokes: `${keystrokes}\n`, duration: 1 }])}\n\`\`\``
  const prompts = [...before, action].map(prompt)
  return JSON.stringify({
    ...{ task: 'terminal', id: `g${turn}`, system_str: '', prompt: prompts, current_prompt: prompts.at(-1) },
    response: [...answers, response].map((text) => `**Environment Observation:**\n${text}`),
    ...{ turn_idx: turn, total_turns: turn }
  })
}

test('executed and predicted answers are measured apart, and what needs a model fails without one', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-eval-'))
  const echo = 'user@box:~$ echo a\na\nuser@box:~$ '
  const text = `${line('echo a', echo, 1)}\n${line('curl example.org', 'page', 2, ['echo a'], [echo])}\n`
  try {
    const runs = runsOf({ home, ground: toybox() })
    const events: RunEvent[] = []
    const options = { text, grounded: true }
    for await (const event of runs.streams['runs.start'](
      { kind: 'eval', name: 'g', options },
      { signal: new AbortController().signal }
    ))
      events.push(event)
    const last = events.at(-1)
    const report = EvalReport.parse(last?.type === 'report' ? last.report : null)
    expect(report.byOrigin).toEqual({
      executed: expect.objectContaining({ samples: 1, failed: 0, exactNormalised: 1 })
    })
    expect(report.overall).toMatchObject({ samples: 2, failed: 1 })
    const written = (await readFile(join(home, 'evals', 'g.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(written.map(({ orrery }) => [orrery.origin, orrery.rule, orrery.error?.code])).toEqual([
      ['executed', 'local', undefined],
      [undefined, undefined, 'no-model']
    ])
  } finally {
    await rm(home, { recursive: true })
  }
})
