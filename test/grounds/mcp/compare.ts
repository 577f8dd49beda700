// Calls drawn by a seed, answered by a real server and by its world:  node test/grounds/mcp/compare.ts SERVER SEED COUNT [json]
// The Python servers need what test/record/mcp-servers.ts says. `json` prints a recording of the calls instead.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mcpServersGround } from '../../../src/host/grounds/servers/index.ts'
import { playing, setupOf } from '../../host/grounds/mcp-worlds.ts'
import { comparable } from './comparable.ts'
import { drawnSession } from './drawn.ts'
import { record } from './real.ts'

const [server = '', seed = '1', count = '300', json] = process.argv.slice(2)
const root = '/srv/orrery-drawn'
const recorded = await record(drawnSession(server, Number(seed), Number(count), root))
if (json) console.log(JSON.stringify(recorded, null, 2))
else {
  const home = mkdtempSync(join(tmpdir(), 'orrery-compare-'))
  const ground = mcpServersGround({
    home: process.env.ORRERY_GROUND_HOME ?? home,
    resources: join(import.meta.dirname, '../../../resources')
  })
  const world = playing(ground)(setupOf(recorded))
  let same = 0
  try {
    for (const { action, text } of recorded.calls) {
      const { text: ours, grounded } = await world
        .act(action.name, action.arguments)
        .catch((error: unknown) => ({ text: String(error), grounded: undefined }))
      if (comparable(ours) === comparable(text) && grounded?.origin === 'executed') same++
      else
        console.log(
          `${JSON.stringify(action).slice(0, 600)}\n--- real\n${text.slice(0, 900)}\n--- ours (${grounded?.rule})\n${ours.slice(0, 900)}\n`
        )
    }
  } finally {
    await ground.dispose()
    rmSync(home, { recursive: true, force: true })
  }
  console.log(`${server} ${seed}: ${same} of ${recorded.calls.length}`)
}
