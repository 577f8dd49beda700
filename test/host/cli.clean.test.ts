// `orrery clean`, over episodes that a real client of a door has left.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NewSetup } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { orrery, ownHome } from './command-line.ts'

let here: ReturnType<typeof ownHome>
beforeEach(() => {
  here = ownHome()
})
afterEach(() => here.remove())

/** So many episodes with a step each, given back by their client. @returns branches of their world */
async function episodes(count: number): Promise<number> {
  const host = await createHost({ home: here.home, resources: 'resources' })
  try {
    const text = readFileSync('resources/scenarios/programs/inventory.yaml', 'utf8')
    const setup = NewSetup.parse({ domain: 'mcp', grounding: 'executed', program: { text, language: 'data' } })
    const { session, branch } = await host.calls['worlds.create']({ setup })
    const link = await host.calls['links.create']({
      ...{ session: session.id, branch: branch.id, forks: true, previews: 0, scenario: null, tasks: [] },
      ...{ budget: null, kept: false }
    })
    const { url } = await host.calls['doors.open']({ port: 0 })
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${url}/w/${link.secret}/agentgym/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })
      return (await answer.json()) as { id: unknown }
    }
    const action = JSON.stringify({ tool_name: branch.setup.tools[0]?.name, arguments: {} })
    for (let at = 0; at < count; at++) {
      const { id } = await post('create', {})
      await post('reset', { id, data_idx: 0 })
      expect(await post('step', { id, action })).toMatchObject({ done: false })
      await post('close', { id })
    }
    return (await host.calls['worlds.open']({ session: session.id })).branches.length
  } finally {
    await host.dispose()
  }
}

it('40.3 removes what agents left, says what that gave back, and keeps what is younger', async () => {
  const branches = await episodes(3)
  expect(branches).toBeGreaterThan(3)
  expect(await orrery(['clean'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Removed 0 episodes\. /) })
  const { out, code } = await orrery(['clean', '--days', '0', '--json'])
  const { episodeDays, cleaned } = JSON.parse(out)
  expect([code, episodeDays, cleaned.removed]).toEqual([0, 30, branches - 1])
  expect(cleaned.after).toBeLessThan(cleaned.before)
  const [world] = JSON.parse((await orrery(['sessions', '--json'])).out)
  expect(JSON.parse((await orrery(['sessions', 'show', world.id, '--json'])).out).branches).toHaveLength(1)
})

it('how long they are kept is set, also for ever, and nonsense is refused', async () => {
  expect((await orrery(['clean', '--keep', 'never'])).out).toMatch(/^Episodes are kept for ever\./)
  expect(JSON.parse((await orrery(['clean', '--keep', '7', '--json'])).out)).toMatchObject({ episodeDays: 7 })
  expect(await orrery(['clean', '--keep', 'soon'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--keep cannot be "soon"')
  })
})
