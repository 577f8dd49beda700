// A copied folder on the real machine: its files, their owner and git's history; replay without the machine's kept state.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Setup } from '../../../src/core/tree/model.ts'
import { machineGround } from '../../../src/host/grounds/machine/index.ts'
import { turnOptions } from '../../core/turn-options.ts'
import { must } from '../../must.ts'
import { image, WHY } from './emulator/image.ts'

const home = process.env.ORRERY_GROUND_HOME ?? join(tmpdir(), `orrery-ground-${process.getuid?.() ?? ''}`)
const resources = join(import.meta.dirname, '..', '..', '..', 'resources')

it.each([
  ['terminal', 'cd "my words"; ./run.sh; cat src/a.txt; git status 2>&1 | head -1; stat -c %U:%a run.sh'],
  ['swe', './run.sh; cat src/a.txt; git status 2>&1 | head -1; stat -c %U:%a run.sh']
])('27.24 a %s world has the files of a copied folder', async (domain, command) => {
  if (!image) throw new Error(WHY)
  const folder = { id: `${process.pid}`.padStart(64, '0'), name: 'my words', files: 3, bytes: 30 }
  const ground = must(
    machineGround({
      home,
      resources,
      folderOf: ({ name }) => ({
        name,
        files: [
          { path: 'run.sh', content: '#!/bin/sh\necho hi\n', runs: true },
          { path: 'src/a.txt', content: Buffer.from('it’s a\n').toString('base64'), encoding: 'base64' },
          { path: '.git/HEAD', content: 'ref: refs/heads/main\n' }
        ],
        folders: ['src', '.git']
      })
    })
  )
  try {
    const setup = Setup.parse({ domain, grounding: 'grounded', folder })
    const action =
      domain === 'terminal'
        ? [{ keystrokes: `${command}\n`, duration: 1 }]
        : { name: 'run_shell_command', arguments: { command } }
    const asked = { setup, chain: [], callOf: () => null, action, instruction: '' }
    const { grounded, text } = await ground.turn(asked, turnOptions())
    expect(grounded.origin).toBe('executed')
    expect(text).toContain(['hi', 'it’s a', 'On branch main', 'root:755'].join('\n'))
  } finally {
    await ground.dispose()
  }
})
