// The machine itself, in a process of its own, over a real image.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, it as test } from 'vitest'
import {
  createOneMachine as createMachineClient,
  type EmulatorJob,
  type WorkResult
} from '../../../../src/host/grounds/emulator-client.ts'
import { must } from '../../../must.ts'
import { data, image, WHY } from './image.ts'

const folder = image?.folder ?? ''
const client = createMachineClient({ folder, data })
afterAll(() => client.close())

beforeEach((context) => {
  if (!image) context.skip(WHY)
})

type Typed = Extract<WorkResult, { did: 'type' }>
const keys = (text: string, duration = 0.3): EmulatorJob => ({ do: 'type', keys: [{ keystrokes: text, duration }] })
let named = 0

/** A world: each action goes on from the state after the one before. */
function world(from: string | null = null, asked = client) {
  let at = from
  const run = `test ${process.pid} ${++named}`
  let step = 0
  return {
    at: () => at,
    async type(text: string, duration?: number): Promise<Typed> {
      const to = `${run} ${++step}`
      const { results } = await asked.work({ from: at, to, jobs: [keys(text, duration)] })
      at = to
      const [result] = results
      if (result?.did !== 'type') throw new Error('not a turn')
      return result
    },
    async keep(...jobs: EmulatorJob[]): Promise<WorkResult[]> {
      const to = `${run} ${++step}`
      const { results } = await asked.work({ from: at, to, jobs })
      at = to
      return results
    },
    async look(...jobs: EmulatorJob[]): Promise<WorkResult[]> {
      return (await asked.work({ from: at, to: null, jobs })).results
    }
  }
}

// Things that race on a real machine.
const RACES = [
  'for i in 1 2 3; do (echo $i; sleep 0.$i; echo "$i again") & done; wait\n',
  'sleep 0.2 & jobs\n',
  '\n',
  'date +%s%N; echo $RANDOM $$ $BASHPID; head -c 8 /dev/urandom | xxd -p\n',
  'python3 -c "import random, time, os; print(random.random(), time.time(), os.getpid())"\n',
  'ls /proc | sort -n | tail -3; cat /proc/uptime; time true\n',
  '(yes | head -5) 2>&1 | cat -n; seq 3 | xargs -P3 -n1 echo\n'
]

async function play(turns: string[], { restoring = false } = {}, asked = client): Promise<string[]> {
  const here = world(null, asked)
  const shown: string[] = []
  for (const turn of turns) {
    shown.push((await here.type(turn)).text)
    // Somewhere else and back: the next action begins with a restored state.
    if (restoring) await world(null, asked).look({ do: 'run', script: 'echo elsewhere > /tmp/x' })
  }
  return shown
}

test('26.1 the same actions give the same text: again, restored after each, and in another process', async () => {
  const first = await play(RACES)
  expect(await play(RACES)).toEqual(first)
  expect(await play(RACES, { restoring: true })).toEqual(first)
  const other = createMachineClient({ folder, data })
  try {
    expect(await play(RACES, {}, other)).toEqual(first)
  } finally {
    await other.close()
  }
})

test('a shell keeps its folder, variables, jobs and exit status', async () => {
  const here = world()
  expect(await here.type('mkdir -p /app/src && cd /app/src && x=7\n')).toMatchObject({ status: 0, cwd: '/app/src' })
  expect(await here.type('echo $x; false\n')).toMatchObject({ status: 1, cwd: '/app/src', atPrompt: true })
  const { text } = await here.type('echo $x $?\n')
  expect(text).toBe('root@box:/app/src# echo $x $?\n7 1\nroot@box:/app/src#')
})

test('job control and C-c are the real ones', async () => {
  const here = world()
  const running = await here.type('sleep 100\n')
  expect(running).toMatchObject({ text: 'root@box:~# sleep 100', atPrompt: false, status: null })
  expect((await here.type('C-z')).text).toContain('[1]+  Stopped                 sleep 100')
  expect((await here.type('bg; jobs\n')).text).toContain('[1]+  Running                 sleep 100 &')
  expect((await here.type('fg\n')).atPrompt).toBe(false)
  expect(await here.type('C-c')).toMatchObject({ status: 130, atPrompt: true })
  const waited = await here.type('sleep 3; echo done\n')
  expect(waited.text).toBe('root@box:~# sleep 3; echo done')
  expect((await here.type('', 5)).text).toBe('root@box:~# sleep 3; echo done\ndone\nroot@box:~#')
})

test('a Python session, a pager and editors have the keyboard and the screen', async () => {
  const python = world()
  expect((await python.type('python3 -q\n', 2)).text).toContain('>>>')
  expect((await python.type('x = 6\n')).text).toBe('>>> x = 6\n>>>')
  expect((await python.type('x * 7\n')).text).toBe('>>> x * 7\n42\n>>>')
  expect(await python.type('C-d')).toMatchObject({ atPrompt: true, status: 0 })

  const vi = world()
  expect(await vi.type('vi note.txt\n', 1)).toMatchObject({ fullScreen: true })
  await vi.type('ihello\u001b')
  expect(await vi.type(':wq\n')).toMatchObject({ fullScreen: false, atPrompt: true })
  expect((await vi.type('cat note.txt\n')).text).toContain('\nhello\n')

  const nano = world()
  expect((await nano.type('nano note.txt\n', 1)).text).toMatch(/GNU nano.*note\.txt/)
  await nano.type('typed')
  await nano.type('C-o')
  await nano.type('\n')
  expect(await nano.type('C-x')).toMatchObject({ fullScreen: false })
  expect((await nano.type('cat note.txt\n')).text).toContain('\ntyped\n')

  const less = world()
  expect(await less.type('seq 100 | less\n')).toMatchObject({ fullScreen: true })
  expect((await less.type(' ')).text).toContain('\n78\n')
  expect(await less.type('q')).toMatchObject({ fullScreen: false, atPrompt: true })
})

test('rows that scrolled off are not shown, nor colours, nor what was cleared', async () => {
  const here = world()
  const lines = (await here.type('seq 100\n')).text.split('\n')
  expect(lines).toHaveLength(40)
  expect(lines.slice(-2)).toEqual(['100', 'root@box:~#'])
  expect((await here.type("printf '\\e[31mred\\e[0m\\n'\n")).text).toContain('\nred\n')
  expect((await here.type('clear; echo after\n')).text).toBe('after\nroot@box:~#')
})

test('what still computes and writes after its time goes on to its end; what sleeps or is silent does not', async () => {
  const here = world()
  const counted = await here.type('for i in 1 2 3 4 5 6; do jq -n $i; done; echo end\n')
  expect(counted).toMatchObject({ atPrompt: true })
  expect(counted.text).toMatch(/\n5\n6\nend\n/)
  expect(await here.type('echo begun; sleep 3; echo ended\n')).toMatchObject({ atPrompt: false })
  expect(await here.type('C-c')).toMatchObject({ atPrompt: true, status: 130 })
  expect(await here.type('while :; do :; done\n')).toMatchObject({ atPrompt: false })
  expect(await here.type('C-c')).toMatchObject({ atPrompt: true, status: 130 })
})

test('26.4 any state kept is gone back to, and worlds that share one do not meet', async () => {
  const here = world()
  await here.type('echo one > /tmp/file\n')
  const middle = must(here.at())
  await here.type('echo two > /tmp/file\n')
  const other = world(middle)
  expect((await other.type('cat /tmp/file\n')).text).toContain('\none\n')
  expect((await here.type('cat /tmp/file\n')).text).toContain('\ntwo\n')
  expect(await client.has([middle, 'never'])).toEqual([true, false])
  await expect(world('never').type('ls\n')).rejects.toMatchObject({ code: 'not-found' })
})

test('a kept state takes its final key, and the world goes on from it', async () => {
  const here = world()
  await here.type('echo one > /tmp/file\n')
  const first = must(here.at())
  await here.type('echo two > /tmp/file\n')
  const second = must(here.at())
  const [final, other] = [`${second} final`, `${first} final`]
  await client.rename(second, final)
  await client.rename(first, other)
  await client.rename('never', `${first} never`)
  expect(await client.has([first, second, final, other, `${first} never`])).toEqual([false, false, true, true, false])
  expect((await world(final).type('cat /tmp/file\n')).text).toContain('\ntwo\n')
  expect((await world(other).type('cat /tmp/file\n')).text).toContain('\none\n')
  // Over the state that the machine is in.
  const [now] = await world(final).look({ do: 'read', path: '/tmp/file' })
  await client.rename(other, final)
  expect(await world(final).look({ do: 'read', path: '/tmp/file' })).not.toEqual([now])
})

test('what belongs to the action before shows that action from its start, restored or not', async () => {
  const shown: string[] = []
  for (const restoring of [false, true]) {
    const here = world()
    await here.type('(sleep 1; echo late) & read a; echo $a; read b; echo $b\n')
    // The line that comes while the host reads beside the console is not lost.
    await here.keep({ do: 'run', script: 'sleep 2' })
    if (restoring) await world().look({ do: 'run', script: 'true' })
    await here.keep({ do: 'type', keys: [{ keystrokes: 'x\n', duration: 0.3 }], goesOn: true })
    if (restoring) await world().look({ do: 'run', script: 'true' })
    const [last] = await here.keep({ do: 'type', keys: [{ keystrokes: 'y\n', duration: 0.3 }], goesOn: true })
    if (last?.did !== 'type') throw new Error('not a turn')
    shown.push(last.text)
  }
  const lines = must(shown[0]).split('\n')
  expect(lines[0]).toBe('root@box:~# (sleep 1; echo late) & read a; echo $a; read b; echo $b')
  expect(lines.slice(2, 7)).toEqual(['late', 'x', 'x', 'y', 'y'])
  expect(shown[1]).toBe(shown[0])
})

test('26.4 files are written and read beside the console, and a look changes nothing', async () => {
  const here = world()
  await here.type('cd /tmp\n')
  const content = Buffer.from('né\0\n')
  const write: EmulatorJob = { do: 'write', path: '/srv/deep/a.bin', mode: 0o640, content }
  const read: EmulatorJob = { do: 'read', path: '/srv/deep/a.bin' }
  expect(await here.look(write, read, { do: 'run', script: 'stat -c %a /srv/deep/a.bin; exit 3' })).toEqual([
    { did: 'write', error: null },
    { did: 'read', content, error: null },
    { did: 'run', status: 3, output: '640\n' }
  ])
  expect(await here.look(read)).toEqual([{ did: 'read', content: null, error: 'there is no such file' }])
})

test('endless work is stopped: by its time, on request, and with what was kept before unharmed', async () => {
  const here = world()
  await here.type('echo kept > /tmp/kept\n')
  const before = here.at()
  const stop = new AbortController()
  const asked = client.work(
    { from: before, to: 'never', jobs: [keys('while :; do :; done\n', 1e6)] },
    { signal: stop.signal }
  )
  setTimeout(() => stop.abort(), 100)
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
  expect(await client.has(['never'])).toEqual([false])
  expect((await here.type('cat /tmp/kept\n')).text).toContain('\nkept\n')
})

test('a guest that ends itself fails the step with the reason', async () => {
  const script = 'python3 -c "import ctypes; ctypes.CDLL(None).reboot(0x1234567)"'
  await expect(world().look({ do: 'run', script })).rejects.toMatchObject({
    code: 'engine-failed',
    message: expect.stringContaining('switched it off')
  })
  expect((await world().type('echo still here\n')).text).toContain('\nstill here\n')
})

test('its process may read the image and keep states, and Node refuses it everything else', async (context) => {
  const { forkMachine } = await import('../../../../src/host/grounds/emulator-client.ts')
  const asked = ['--permission', '--allow-addons', `--allow-fs-write=${data}`, `--allow-fs-read=${folder}`]
  const port = forkMachine({ folder, data })
  try {
    if (process.platform !== 'linux') context.skip('only Linux shows what a process was started with')
    const line = readFileSync(`/proc/${port.pid}/cmdline`, 'utf8').split('\0')
    for (const flag of asked) expect(line).toContain(flag)
    expect(line.filter((flag) => /^--allow-(?:child|worker|wasi|net|inspector)/.test(flag))).toEqual([])
    const tries = [
      `require('node:fs').writeFileSync('${data}/../escaped-machine', '')`,
      `require('node:fs').readFileSync('/etc/passwd')`,
      `require('node:child_process').spawnSync('true')`,
      `new (require('node:worker_threads').Worker)('', { eval: true })`
    ].map((code) => `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`)
    const flags = line.filter((flag) => flag.startsWith('--'))
    const { stdout } = spawnSync(process.execPath, [...flags, '-e', tries.join('\n')], { encoding: 'utf8' })
    expect(stdout).toBe('ERR_ACCESS_DENIED\n'.repeat(tries.length))
  } finally {
    port.kill()
  }
})

test('26.6 a process that is killed starts again, and no kept state is lost', async () => {
  const killed: { kill(): void }[] = []
  const { forkMachine } = await import('../../../../src/host/grounds/emulator-client.ts')
  const own = createMachineClient({
    folder,
    data,
    spawn(folders) {
      const port = forkMachine(folders)
      killed.push(port)
      return port
    }
  })
  try {
    const here = world(null, own)
    await here.type('echo kept > /tmp/kept\n')
    // It answers this when it has kept the state.
    expect(await own.has([must(here.at())])).toEqual([true])
    must(killed[0]).kill()
    expect((await here.type('cat /tmp/kept\n').catch(() => here.type('cat /tmp/kept\n'))).text).toContain('\nkept\n')
    expect(await own.has([must(here.at())])).toEqual([true])
    const asked = here.type('sleep 1000\n', 1e6)
    must(killed[1]).kill()
    await expect(asked).rejects.toMatchObject({ code: 'engine-crashed' })
    expect((await here.type('cat /tmp/kept\n')).text).toContain('\nkept\n')
  } finally {
    await own.close()
  }
})

test('26.7 the guest has no network, no path of the host, and sees one disk that it cannot write', async () => {
  const script = 'ls /sys/class/net /sys/block; cat /proc/filesystems; cat /proc/partitions; ls /dev'
  const [seen] = await world().look({ do: 'run', script })
  if (seen?.did !== 'run') throw new Error('not a script')
  expect(seen.output).toMatch(/^\/sys\/block:\n(loop\d\n)*sda\n\n\/sys\/class\/net:\nlo\n/)
  expect(seen.output).not.toMatch(/9p|virtio|nfs|fuse/)
  const [net] = await world().look({
    do: 'run',
    script: 'python3 -c "import socket; socket.create_connection((\'1.1.1.1\', 53), 1)" 2>&1 | tail -1'
  })
  expect(net).toMatchObject({ output: expect.stringContaining('Network is unreachable') })
  const before = readdirSync(data)
  const [wrote] = await world().look({
    do: 'run',
    script:
      'echo x > /dev/sda; ln -s /proc/1/root/../../../../.. /tmp/l; ls /tmp/l/; dd if=/dev/zero of=/dev/sda bs=4k count=1 conv=fsync'
  })
  expect(wrote).toMatchObject({ status: 1 })
  expect(readdirSync(data)).toEqual(before)
})
