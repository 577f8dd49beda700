// What an initial state states is what the machine shows, over a real image.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { Setup } from '../../../src/core/tree/model.ts'
import { ASKS, type Statement, WORLDS } from '../../fixtures/statements.ts'
import { must } from '../../must.ts'
import { resources, sharedMachine } from './on-machine.ts'
import { checkOf, worldOf } from './stated.ts'

const ground = sharedMachine()

async function check(statements: readonly Statement[]): Promise<void> {
  const run = worldOf(ground(), `A machine (${process.pid}).\n${statements.map(([says]) => says).join('\n\n')}`)
  for (const [says, command, shows] of statements) {
    const { text, asked } = await run(command)
    expect.soft(asked, `${says} ${command}: ${text}`).toBe(shows === ASKS)
    if (shows === ASKS) continue
    for (const one of [shows].flat()) {
      if (one.startsWith('!')) expect.soft(text, says).not.toContain(one.slice(1))
      else expect.soft(text, says).toContain(one)
    }
  }
}

it.each(Object.entries(WORLDS))('what is stated is so, or the model is asked: %s', async (_name, statements) => {
  await check(statements)
})

const SCENARIOS = join(resources, 'scenarios')
const shipped = ['', 'for-agents'].flatMap((folder) =>
  readdirSync(join(SCENARIOS, folder)).flatMap((file): [string, string][] => {
    if (!/\.(?:json|ya?ml)$/.test(file)) return []
    const { setup } = parse(readFileSync(join(SCENARIOS, folder, file), 'utf8')) as {
      setup?: { domain?: string; initialState?: string }
    }
    return /^(?:terminal|swe)$/.test(setup?.domain ?? '') && setup?.initialState ? [[file, setup.initialState]] : []
  })
)

it('the scenarios that are shipped state something', () => {
  expect(shipped.length).toBeGreaterThan(10)
})

/** Programs whose version was looked at: what one shows of its version is alike in all worlds, and some take seconds to say it. */
const versions = new Set<string>()

it.each(shipped)('what a shipped scenario states is what its machine shows: %s', async (_file, initialState) => {
  const run = worldOf(ground(), initialState)
  for (const effect of must(ground().initial)(Setup.parse({ domain: 'terminal', initialState }))) {
    const check = checkOf(effect)
    if (!check || (effect.do === 'version' && versions.has(effect.program))) continue
    if (effect.do === 'version') versions.add(effect.program)
    const { text, asked } = await run(check.command)
    const told = `${check.command}: ${text}`
    if (effect.do !== 'uninstall') expect.soft(text, told).not.toContain('not found')
    if (!asked) for (const one of check.shows) expect.soft(text.replaceAll(/\s+\n/g, '\n'), told).toContain(one)
  }
})
