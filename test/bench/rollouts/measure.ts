// Eight rollouts of one world through the OpenEnv door: how much of their prompts the engine reads, and how much it has from the world's
// beginning. Four steps lie before the rollouts part, two behind.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { NewSetup, type StepId, type Tokens } from '../../../src/core/tree/model.ts'
import { mount } from '../../../src/host/doors/mount.ts'
import { createHost } from '../../../src/host/host.ts'

const HOUSEHOLD = join(import.meta.dirname, '../../../resources/scenarios/textenv-household.json')
const ROLLOUTS = 8
const BEFORE = ['look', 'go to fridge 1', 'open fridge 1', 'go to table 1']
const ACTIONS = ['take apple 1 from table 1', 'go to cabinet 2']

/**
 * @param resources where the model is that answers, as Orrery's own `resources` has it
 * @param together so many at a time
 */
export async function measure(resources: string, together: number) {
  const home = mkdtempSync(join(tmpdir(), 'orrery-rollouts-'))
  const host = await createHost({ home, resources })
  try {
    const { setup: household } = JSON.parse(readFileSync(HOUSEHOLD, 'utf8'))
    const setup = NewSetup.parse({ ...household, grounding: 'model' })
    const { session, branch } = await host.calls['worlds.create']({ setup })
    const at = { session: session.id, branch: branch.id }
    const signal = new AbortController().signal
    for (const action of BEFORE)
      for await (const event of host.streams['steps.run']({ ...at, action, instruction: '', trace: false }, { signal }))
        if (event.type === 'failed') throw new Error(event.error.message)
    const people = mount(host, 'window')
    const opened = await people.call('doors.open', {})
    const linked = await people.call('links.create', { ...at, forks: true })
    if (!opened.ok || !linked.ok) throw new Error('no door')
    const { url } = opened.value as { url: string }
    const { secret } = linked.value as { secret: string }
    const ws = `${url.replace('http', 'ws')}/w/${secret}/openenv/ws`
    const began = performance.now()
    const left = Array.from({ length: ROLLOUTS }, (_, seed) => seed)
    const worker = async () => {
      for (let seed = left.shift(); seed !== undefined; seed = left.shift()) await rollout(ws, seed)
    }
    await Promise.all(Array.from({ length: together }, worker))
    const ms = Math.round(performance.now() - began)
    const { branches } = await host.calls['worlds.open']({ session: session.id })
    // Rollouts that came to the same step share it; each has a call of its own.
    const made = new Set<StepId>()
    for (const { id, fork } of branches.filter((one) => one.fork !== null)) {
      const rows = await host.calls['steps.list']({ session: session.id, branch: id })
      for (const row of rows.slice(rows.findIndex((one) => one.id === fork) + 1)) made.add(row.id)
    }
    const tokens: Tokens[] = []
    for (const step of made) {
      const { calls } = await host.calls['steps.get']({ session: session.id, step })
      tokens.push(...calls.map((call) => call.tokens))
    }
    const sum = (of: keyof Tokens) => tokens.reduce((all, one) => all + (one[of] ?? 0), 0)
    const [prompt, reused] = [sum('prompt'), sum('cached')]
    return {
      rollouts: ROLLOUTS,
      steps: tokens.length,
      prompt,
      reused,
      computed: prompt - reused,
      share: Number((reused / prompt).toFixed(3)),
      ms
    }
  } finally {
    await host.dispose()
    rmSync(home, { recursive: true })
  }
}

/** One episode by hand: a seed of its own, then its actions. */
async function rollout(url: string, seed: number): Promise<void> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const ask = (frame: object) =>
    new Promise<void>((resolve, reject) => {
      socket.once('message', (data) => {
        const answer: { type: string; data: unknown } = JSON.parse(String(data))
        if (answer.type === 'error') reject(new Error(JSON.stringify(answer.data)))
        else resolve()
      })
      socket.send(JSON.stringify(frame))
    })
  await ask({ type: 'reset', data: { seed } })
  for (const command of ACTIONS) await ask({ type: 'step', data: { command } })
  socket.close()
}
