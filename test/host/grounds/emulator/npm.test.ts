// The machine's npm beside the real one, which printed the fixture.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, it as test } from 'vitest'

const fixtures = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'npm')

test('npm does what needs no registry as the real one does', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-npm-')))
  const [bin, folder] = [join(home, 'bin'), join(home, 'work')]
  mkdirSync(bin)
  mkdirSync(folder)
  try {
    copyFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'image', 'npm.py'), join(bin, 'npm'))
    symlinkSync('npm', join(bin, 'npx'))
    const { stdout } = spawnSync('bash', [join(fixtures, 'commands.sh')], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: [bin, '/usr/bin', '/bin'].join(delimiter), HOME: home, LANG: 'C.UTF-8' }
    })
    expect(stdout.replaceAll(folder, 'FOLDER')).toBe(readFileSync(join(fixtures, 'answers.txt'), 'utf8'))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
