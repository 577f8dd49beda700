// The image that tests of the machine run. Without one they do not run, and say so.
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findImage } from '../../../../src/host/grounds/emulator-image.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

export const image = findImage({ home: join(homedir(), '.none'), resources: join(root, 'resources') })

/** Its disk and snapshot are made once for all tests, like a build. */
export const data = process.env.ORRERY_MACHINE_DATA ?? join(tmpdir(), `orrery-machine-${process.getuid?.() ?? ''}`)

export const WHY =
  'THE MACHINE WAS NOT TESTED: there is no image. Build one (image/README.md) and name its folder in ORRERY_MACHINE'
