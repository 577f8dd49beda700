// The languages of an image, by its list of packages.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runsOf } from '../../../src/host/grounds/machine/image-versions.ts'

it("an image's packages say which languages it runs", () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-image-'))
  expect(runsOf(folder)).toEqual({})
  const packages = ['nodejs-doc 20.1.0 nodejs 20.1.0', 'python3 3.11.2-1+b1 python3-defaults 3.11.2-1', '']
  writeFileSync(join(folder, 'packages.txt'), packages.join('\n'))
  expect(runsOf(folder)).toEqual({ python3: '3.11' })
  writeFileSync(join(folder, 'packages.txt'), [...packages, 'nodejs 18.20.4+dfsg-1 nodejs 18.20.4+dfsg-1'].join('\n'))
  expect(runsOf(folder)).toEqual({ python3: '3.11', node: '18' })
})
