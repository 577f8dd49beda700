// Measures induction: plays worlds that rules compute by a seed, writes each from its recording, and prints what is right, asked and wrong of the
// turns that were held back, beside a look-up; WORLD is a scenario or a recording (`.jsonl`):
// node test/record/induction/measure.ts [--seed 7] [--turns 40] [--show] [--keep FOLDER] WORLD...
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { AuthorReport } from '../../../src/core/control/authoring/report.ts'
import { AuthorOptions } from '../../../src/core/control/authoring/report.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import type { Action } from '../../../src/core/tree/model.ts'
import { materialOf } from '../../../src/host/control/runs/authoring/material.ts'
import { played as scored } from '../../../src/host/control/runs/authoring/playing.ts'
import { openStore } from '../../../src/host/database/store.ts'
import { createWorldPrograms } from '../../../src/host/grounds/programs/world-programs.ts'
import { createHost } from '../../../src/host/host.ts'
import { readScenarioFile } from '../../../src/host/library/scenario-file.ts'
import { must } from '../../must.ts'
import { chance, nextAction, nothingSeen, see } from './player.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    turns: { type: 'string', default: '40' },
    show: { type: 'boolean' },
    keep: { type: 'string' }
  }
})
const home = mkdtempSync(join(tmpdir(), 'orrery-induction-'))
const host = await createHost({ home, resources: 'resources', tempo: 0 })
const signal = new AbortController().signal
const ready = await host.calls['scenarios.list']({})

/** Somebody's recording, as `orrery author --from` reads it. @returns the world's id */
async function read(file: string): Promise<{ session: string; turns: number }> {
  const input = { files: [], paths: [resolve(file)], options: {}, keep: true } as never
  for await (const event of host.streams['formats.import'](input, { signal }))
    if (event.type === 'report') {
      const [world] = event.report.worlds
      if (world) return { session: world.id, turns: world.steps }
    }
  throw new Error(`${file} holds no world.`)
}

/** @returns the world's id, after so many turns that rules answered */
async function played(name: string): Promise<{ session: string; turns: number }> {
  const found =
    ready.find((one) => one.name === name) ??
    must(readScenarioFile(name.includes('/') ? name : join('resources/scenarios', `${name}.yaml`)).scenario)
  const { setup } = found
  const { tries = [], actions = [] } = found as { tries?: string[]; actions?: Action[] }
  const domain = findDomain(setup.domain)
  const { session, branch } = await host.calls['worlds.create']({
    setup: { ...setup, perturbations: [], grounding: 'executed', seed: 7 }
  } as never)
  const by = chance(Number(values.seed))
  const seen = nothingSeen()
  see(seen, branch.setup.initialState)
  let turns = 0
  for (let tried = 0; turns < Number(values.turns) && tried < 3 * Number(values.turns); tried++) {
    const action = nextAction(domain, { tools: branch.setup.tools, seen, tries, walk: actions }, by)
    const input = { session: session.id, branch: branch.id, action } as never
    let text: string | null = null
    try {
      for await (const event of host.streams['steps.run'](input, { signal }))
        if (event.type === 'committed') text = event.step.observation.text
    } catch {}
    if (text === null) continue
    turns++
    see(seen, text)
    seen.said.push(JSON.stringify(action))
  }
  return { session: session.id, turns }
}

const sums = { held: 0, right: 0, asked: 0, wrong: 0, lookup: 0 }
for (const world of positionals) {
  const name = world.split('/').at(-1)?.split('.')[0] ?? world
  try {
    const { session, turns } = await (world.endsWith('.jsonl') ? read(world) : played(world))
    const options = { name: name.toLowerCase(), worlds: [{ session }], hold: 0.3, by: 'rules' }
    let report: AuthorReport | null = null
    const input = { kind: 'authoring', name: `${name}-${values.seed}`.slice(0, 60), options } as never
    for await (const event of host.streams['runs.start'](input, { signal })) {
      if (event.type === 'report') report = event.report as AuthorReport
    }
    const { held, chosen, shown, program, turns: counted } = must(report)
    const own = held.program ?? { turns: held.lookup?.turns ?? 0, right: 0, answered: 0, errors: {} }
    const asked = own.turns - own.answered
    const wrong = own.turns - own.right - asked
    sums.held += own.turns
    sums.right += own.right
    sums.asked += asked
    sums.wrong += wrong
    sums.lookup += held.lookup?.right ?? 0
    const row = [name, turns, chosen ?? '-', shown ? `${shown.right} of ${counted.shown}` : '-']
    console.log(`| ${[...row, own.turns, own.right, asked, wrong, held.lookup?.right ?? 0].join(' | ')} |`)
    if (values.keep) await kept(session, join(values.keep, `${name}.json`))
    if (values.show) {
      console.log(JSON.stringify(must(report).attempts))
      if (program) console.log(program.text.slice(0, 6000))
      await shownWrong(session, program)
    }
  } catch (error) {
    console.log(`| ${name} | failed: ${error instanceof Error ? error.stack?.slice(0, 600) : error} |`)
  }
}
const { held, right, asked, wrong, lookup } = sums
console.log(`| all | | | | ${held} | ${right} | ${asked} | ${wrong} | ${lookup} |`)
await host.dispose()
rmSync(home, { recursive: true, force: true })

/** The recording as whoever writes it reads it. */
async function kept(session: string, path: string): Promise<void> {
  const store = openStore(join(home, 'orrery.db'), { clock: { now: Date.now }, readonly: true })
  const { recordings } = materialOf(store, AuthorOptions.parse({ name: 'x', worlds: [{ session }], hold: 0.3 }))
  const [{ source: _, ...recording }] = [must(recordings[0])]
  writeFileSync(path, JSON.stringify(recording))
  await store.close()
}

/** The turns in which the program is not right, with both texts. */
async function shownWrong(session: string, program: AuthorReport['program']): Promise<void> {
  if (!program) return
  const store = openStore(join(home, 'orrery.db'), { clock: { now: Date.now }, readonly: true })
  const programs = createWorldPrograms()
  const options = AuthorOptions.parse({ name: 'x', worlds: [{ session }], hold: 0.3 })
  const material = materialOf(store, options)
  const scores = await scored(programs, material, program, signal)
  if ('problem' in scores) console.log(scores.problem)
  else
    for (const [at, score] of must(scores[0]).entries()) {
      const [recording] = material.recordings
      const turn = must(recording?.turns[at])
      if (score.right) continue
      const mark = at < must(recording).shown ? 'shown' : 'HELD'
      console.log(
        `${mark} ${at + 1} ${score.error} > ${turn.label}\n  is:   ${turn.text.slice(0, 700)}\n  says: ${String(score.text).slice(0, 700)} ${score.problem ?? ''}`
      )
    }
  await programs.dispose()
  await store.close()
}
