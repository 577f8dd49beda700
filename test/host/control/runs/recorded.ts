// A scenario whose answers are all recorded: ten steps of a sample.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Action } from '../../../../src/core/tree/model.ts'
import type { ScenarioFile } from '../../../../src/core/tree/scenario.ts'

export const resources = join(import.meta.dirname, '../../../../resources')

type Line = { type?: string; step?: { action: Action }; branch?: { setup: { initialState: string } } }

export function recorded(more: Partial<ScenarioFile> = {}): object {
  const text = readFileSync(join(resources, 'samples', 'git-repair.jsonl'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))
  const steps = lines.flatMap(({ type, step }) => (type === 'step' && step ? [step.action] : []))
  const initialState = lines.find(({ type }) => type === 'branch')?.branch?.setup.initialState ?? ''
  return {
    name: 'recorded',
    title: 'A recorded repair',
    description: '',
    setup: { domain: 'terminal', recording: 'git-repair', initialState },
    actions: steps.slice(0, 10),
    checks: [{ name: 'a prompt is shown', at: 'every', expect: { observation: '$' } }],
    ...more
  }
}
