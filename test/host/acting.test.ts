import { expect, test } from 'vitest'
import type { Link } from '../../src/core/contract/links.ts'
import { Setup, type StepEvent } from '../../src/core/tree/model.ts'
import { createActing, type TakeStep } from '../../src/host/agents/acting.ts'
import { createTraffic } from '../../src/host/agents/traffic.ts'
import { createTurns } from '../../src/host/agents/turns.ts'

const BUDGET_MS = 20

/** A terminal on a machine: it starts until `started` is resolved, and then runs its command for ever. */
function terminal() {
  const started = Promise.withResolvers<void>()
  const setup = Setup.parse({ domain: 'terminal', grounding: 'executed', initialState: 'The terminal shows:\n$ ' })
  const branch = { id: 'b', session: 's', title: '', tip: null, fork: null, setup, createdAt: 0 }
  // `as`: what is not asked for here.
  const link = { id: 'l', session: 's', branch: 'b', budget: BUDGET_MS, secret: 'x' } as Link
  async function* run(): AsyncGenerator<StepEvent> {
    yield { type: 'progress', phase: 'start', done: 0, total: 2 }
    await started.promise
    yield { type: 'progress', phase: 'start', done: 2, total: 2 }
    await new Promise(() => {})
  }
  const clock = { now: Date.now, ticks: () => Math.round(performance.now()) }
  const acting = createActing(
    {
      ...{ clock, store: { branch: () => branch }, folds: { after: () => ({ prompt: '$ ' }) } },
      ...{ answering: { inFlight: new Set() }, grounds: { of: () => ({ breaks: true }) } }
    } as never,
    {
      ...{ run: run as TakeStep, turns: createTurns(), traffic: createTraffic(clock.now) },
      ...{ around: (_link, engine) => engine, previews: { check: async () => {} }, links: { get: () => link } },
      outcomes: {} as never
    }
  )
  const asked = {
    link,
    visitor: { link: 'x', door: 'test', client: '' },
    signal: AbortSignal.timeout(60_000),
    said() {}
  }
  const act = (tool: string, args: Record<string, string> = {}) => acting.act(asked, { tool, args, whole: false })
  return { act, started }
}

test('what a machine needs to start is not counted against the command', async () => {
  const { act, started } = terminal()
  const seen = act('run_command', { command: 'make' })
  const late = new Promise((resolve) => setTimeout(resolve, BUDGET_MS * 10, 'still starting'))
  expect(await Promise.race([seen, late])).toBe('still starting')
  started.resolve()
  expect(await seen).toMatchObject({ running: true })
  expect(await act('wait')).toMatchObject({ running: true })
})
