// Another user of the machine reads what Orrery keeps: while it runs, as it is left, and as an older version left it.
import { execFile } from 'node:child_process'
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Setup } from '../../src/core/tree/model.ts'
import { makeDoorway } from '../../src/host/doors/doorway.ts'
import { serve } from '../../src/host/doors/http.ts'
import { createHost } from '../../src/host/host.ts'
import { must } from '../must.ts'
import { asNobody } from './nobody.ts'

const TITLE = 'A title that is nobody else’s business'

let place: string
let home: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'orrery-attack-'))
  // The folder around it is open, as home folders often are.
  await chmod(place, 0o755)
  home = join(place, 'data')
})
afterEach(() => rm(place, { recursive: true, force: true }))

/** Everything below `path`, with what others may do with it. */
async function open(path: string): Promise<string[]> {
  const found = await lstat(path)
  const mine = found.mode & 0o077 ? [`${path} ${(found.mode & 0o777).toString(8)}`] : []
  if (!found.isDirectory()) return mine
  const below = await Promise.all((await readdir(path)).map((name) => open(join(path, name))))
  return [...mine, ...below.flat()]
}

const run = (file: string, args: string[]) =>
  new Promise<string>((resolve) => {
    execFile(file, args, { maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout))
  })

/** What `nobody` finds: the title, or the name of any file. */
async function found(): Promise<string> {
  const [grep, ...search] = asNobody(['grep', '-rlaF', TITLE, place])
  const [find, ...list] = asNobody(['find', home, '-mindepth', '1'])
  return (await run(must(grep), search)) + (await run(must(find), list))
}

async function fill() {
  const host = await createHost({ home, resources: 'resources' })
  await host.calls['worlds.create']({ title: TITLE, setup: Setup.parse({ domain: 'terminal', initialState: TITLE }) })
  await host.calls['app.configure']({ idleMinutes: 5 })
  await host.calls['prompts.import']({
    name: 'pack',
    files: [{ path: 'terminal/system_prompt.txt', text: `You are a shell. ${TITLE}` }]
  })
  return host
}

// Windows keeps users' folders apart by access lists that are inherited, not by modes.
if (process.platform !== 'win32') {
  test('21.1 nothing that Orrery keeps can be read by another user, while it runs and after', async () => {
    const host = await fill()
    const server = await serve(host, { rendererDir: 'resources' })
    makeDoorway(server, home)
    expect(await open(home)).toEqual([])
    if (process.getuid?.() === 0) expect(await found()).toBe('')
    else console.log('Not root: that others cannot read it is told from the modes alone, not tried as another user.')
    await server.close()
    await host.dispose()
    expect(await open(home)).toEqual([])
  })

  test('21.1 what an older version left readable is closed when Orrery starts', async () => {
    await (await fill()).dispose()
    for (const path of await all(home)) await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o644)
    if (process.getuid?.() === 0) expect(await found()).toContain('orrery.db')
    const host = await createHost({ home, resources: 'resources' })
    expect(await open(home)).toEqual([])
    if (process.getuid?.() === 0) expect(await found()).toBe('')
    expect((await host.calls['app.info']({})).notice).toBe(null)
    await host.dispose()
  })
}

async function all(path: string): Promise<string[]> {
  if (!(await lstat(path)).isDirectory()) return [path]
  return [path, ...(await Promise.all((await readdir(path)).map((name) => all(join(path, name))))).flat()]
}
