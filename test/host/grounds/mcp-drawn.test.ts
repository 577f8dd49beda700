// Drawn calls: the installed servers run beside their worlds, and both are asked the same.
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mcpServersGround } from '../../../src/host/grounds/servers/index.ts'
import { comparable } from '../../grounds/mcp/comparable.ts'
import { drawnSession } from '../../grounds/mcp/drawn.ts'
import { record } from '../../grounds/mcp/real.ts'
import { playing, setupOf } from './mcp-worlds.ts'

const resources = join(import.meta.dirname, '..', '..', '..', 'resources')
const ground = mcpServersGround({ home: join(tmpdir(), 'orrery-none'), resources })
afterAll(() => ground.dispose())

const COUNT = 150
// One for the fixture that was mended with, one that nobody has looked at.
const SEEDS = [3, 2026]

describe('drawn calls get the answers of the real server', () => {
  const servers = ['filesystem', 'memory', 'everything', 'sequential-thinking']
  it.for(servers.flatMap((server) => SEEDS.map((seed) => ({ server, seed }))))(
    '$server, seed $seed',
    async ({ server, seed }, context) => {
      if (process.platform !== 'linux')
        context.skip('real servers are compared on Linux, whose words for errors the worlds have')
      const root = join(realpathSync(tmpdir()), `orrery-drawn-${process.pid}-${server}-${seed}`)
      const recorded = await record(drawnSession(server, seed, COUNT, root))
      const world = playing(ground)(setupOf(recorded))
      const different = []
      for (const { action, text } of recorded.calls) {
        const { text: ours, grounded } = await world.act(action.name, action.arguments)
        // What needs the network is the model's.
        if (grounded?.rule === 'network') continue
        if (comparable(ours) !== comparable(text)) different.push({ action, real: text, ours })
      }
      expect(different).toEqual([])
    }
  )
})
