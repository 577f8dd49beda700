// Folders of other programs, with things in them that no program puts there.
import { expect, test } from 'vitest'
import { watched } from './watched.ts'

// Windows has no pipes as files, and no such limit.
test.skipIf(process.platform === 'win32')(
  '9.3 pipes, devices, links and huge files keep no model from being found',
  async () => {
    expect(await watched('found.child.ts', [], { openFiles: 128 })).toEqual([
      { name: 'looking', came: '601 with real' }
    ])
  }
)
