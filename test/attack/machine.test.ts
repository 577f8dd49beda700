// A guest that wants out: everything that its root can do, while the host's processes, files, sockets and memory are watched.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { Setup, type StepEvent, type StepId, StepInput } from '../../src/core/tree/model.ts'
import { forkMachine, type SpawnMachine } from '../../src/host/grounds/emulator-client.ts'
import { machineFolders } from '../../src/host/grounds/emulator-image.ts'
import { createHost } from '../../src/host/host.ts'
import { scripted } from '../core/acting.ts'
import { image, WHY } from '../host/grounds/emulator/image.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { watch } from './watching.ts'

const LINUX = process.platform === 'linux'
const resources = join(import.meta.dirname, '..', '..', 'resources')
const MARK = `escaped-${process.pid}`
// The machine's own 256 MB, its pages beside them, and Node.
const MOST_BYTES = 1.5 * 2 ** 30

let home: string
let host: Handlers
let at: { session: string; branch: string }
let kept: StepId
const started: ReturnType<typeof forkMachine>[] = []

beforeAll(async () => {
  if (!image) return
  home = await mkdtemp(join(tmpdir(), 'orrery-guest-'))
  await begin()
})

/** Opens a world in the data folder. `env`: of the machine's process. */
async function begin(env: Record<string, string> = {}): Promise<void> {
  await host?.dispose()
  const { engine } = scripted(() => {
    throw new Error('A model was asked.')
  })
  const spawnMachine: SpawnMachine = (folders) => {
    started.push(forkMachine(folders, env))
    return must(started.at(-1))
  }
  host = await createHost({ home, resources, engine, spawnMachine })
  const setup = Setup.parse({ domain: 'terminal', grounding: 'executed' })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  at = { session: session.id, branch: branch.id }
  const made = await act('x=7; echo kept > /tmp/kept')
  if (made.type !== 'committed') throw new Error(JSON.stringify(made))
  kept = made.step.id
}
afterAll(async () => {
  await host?.dispose()
  if (home) await rm(home, { recursive: true, force: true })
})
beforeEach((context) => {
  if (!image) context.skip(WHY)
  if (!LINUX) context.skip('THE HOST WAS NOT WATCHED: only Linux shows what its processes do')
})

interface Acting {
  seconds?: number
  from?: StepId
  signal?: AbortSignal
}

/** One step from the one that is kept. @returns its last event */
async function act(line: string, { seconds = 1, from, signal = new AbortController().signal }: Acting = {}) {
  const input = StepInput.parse({
    ...at,
    action: [{ keystrokes: `${line}\n`, duration: seconds }],
    ...(from && { from })
  })
  let last: StepEvent | undefined
  for await (const event of host.streams['steps.run'](input, { signal })) last = event
  if (last?.type !== 'committed' && last?.type !== 'failed') throw new Error('A step has no end.')
  return last
}

/** What the step showed, or why it failed; and afterwards the world is as it was before it, and nothing has left the machine. */
async function attack(line: string, options: Omit<Acting, 'from'> = {}): Promise<string> {
  const before = filesOf(resources)
  const pids = [process.pid, must(must(started.at(-1)).pid)]
  const end = watch(pids)
  const event = await act(line, { ...options, from: kept })
  const seen = end()
  for (const [pid, { children, read, written, sockets, peak }] of seen) {
    const isHost = pid === process.pid
    expect([...children].filter((child) => !/grounds.emulator.process\.ts/.test(child))).toEqual([])
    // A database sorts in files that have no name.
    const nameless = /\/#\d+ \(deleted\)$/
    const named = [...written].filter((path) => !nameless.test(path))
    expect(named.filter((path) => !isOwn(path) && !/node_modules/.test(path))).toEqual([])
    expect([...sockets]).toEqual([])
    expect(peak).toBeLessThan(MOST_BYTES)
    const mayRead = (path: string) => isOwn(path) || path.startsWith(join(resources, '..')) || path.startsWith('/proc/')
    if (!isHost) expect([...read].filter((path) => !mayRead(path))).toEqual([])
    if (process.env.ORRERY_FIGURES)
      console.log(`${isHost ? 'host' : 'machine'} ${Math.round(peak / 2 ** 20)} MB: ${line.slice(0, 60)}`)
  }
  for (const folder of [tmpdir(), home, process.cwd(), '/', '/root', '/run', '/dev/shm']) {
    expect(existsSync(join(folder, MARK)), folder).toBe(false)
  }
  expect(filesOf(resources)).toEqual(before)
  const after = await act('echo $x; cat /tmp/kept', { from: kept })
  expect(textOf(after)).toContain('\n7\nkept\n')
  return textOf(event)
}

/** In the data folder, or where the machine's image lies unpacked. */
const isOwn = (path: string): boolean => [home, machineFolders(home).cache].some((folder) => path.startsWith(folder))

const textOf = (event: Awaited<ReturnType<typeof act>>): string =>
  event.type === 'committed' ? event.step.observation.text : `${event.error.code}: ${event.error.message}`

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs, ino } = statSync(join(folder, name))
      return `${name} ${size} ${mtimeMs} ${ino}`
    })

/** A Python program of the guest's root, which has every I/O port. */
const ports = (body: string): string => `cat > /tmp/ports.py <<'END'
import ctypes, mmap, random
libc = ctypes.CDLL(None, use_errno=True)
assert libc.iopl(3) == 0
def code(text, *kinds):
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(bytes.fromhex(text))
    keep.append(page)
    return ctypes.CFUNCTYPE(ctypes.c_uint, *kinds)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
keep = []
word = ctypes.c_uint
outl = code('8b5424048b442408efc3', word, word)
outw = code('8b5424048b44240866efc3', word, word)
outb = code('8b5424048b442408eec3', word, word)
inl = code('8b542404edc3', word)
outs = code('568b5424088b74240c8b4c2410f36f5ec3', word, ctypes.c_char_p, word)
${body}
END
python3 /tmp/ports.py; echo "ended with $?"`

test('33.1 a guest finds no disk, memory or folder of the host', async () => {
  const shown = await attack(
    [
      `for t in 9p virtiofs nfs cifs fuse hostfs; do mount -t $t host /mnt 2>&1 | head -1; done`,
      `ls /sys/bus/virtio /sys/class/net | cat; mknod /tmp/mem c 1 1; head -c 1 /tmp/mem | xxd`,
      `echo x > /dev/sda; for d in / ${tmpdir()} ${home} ${process.cwd()}; do mkdir -p $d; echo x > $d/${MARK}; done; ls ${home}`
    ].join('; '),
    { seconds: 5 }
  )
  expect(shown.match(/unknown filesystem type/g)).toHaveLength(6)
  expect(shown).toContain("ls: cannot access '/sys/bus/virtio': No such file or directory")
  expect(shown).toContain('Operation not permitted')
  expect(shown).toMatch(new RegExp(`\\n${MARK}\\n`))
})

test('33.1 links and paths of a guest lead to its own files', async () => {
  const shown = await attack(
    `mkdir -p /run/dream; ln -sf ${join(resources, 'models.json')} /run/dream/ask; ln -sf /../../../../../..${home} /tmp/out; ls /tmp/out/; cat /proc/1/root/proc/1/environ | tr '\\0' '\\n' | grep HOME; cat /run/dream/ask`,
    { seconds: 2 }
  )
  expect(shown.match(/No such file or directory/g)).toHaveLength(2)
  expect(shown).toContain('HOME=/root')
})

// The host reads these files beside the console after each turn.
test.each([
  ['an endless file', 'ln -sf /dev/zero /run/dream/ask'],
  ['a pipe that nobody writes', 'mkfifo /run/dream/ask'],
  ['noise', 'head -c 3000000 /dev/urandom > /run/dream/ask'],
  ['many claims', 'yes "file /../../../etc/passwd" | head -c 12000000 > /run/dream/claims']
])('%s where the host reads fills no memory of it', async (_, line) => {
  await attack(`mkdir -p /run/dream; ${line}`, { seconds: 5 })
})

test('every port takes every value', async () => {
  const shown = await attack(
    ports(
      `random.seed(1)
for port in [*range(0x1ce, 0x1d2), *range(0x170, 0x178), *range(0x1f0, 0x1f8), *range(0x3b0, 0x3e0), *range(0x510, 0x518), *range(0x7c0, 0x7c8), *range(0xb000, 0xb010), *range(0xc000, 0xc100)]:
    for write in (outb, outw, outl):
        for value in (0, 1, 0x7fffffff, 0xffffffff, random.getrandbits(32)): write(port, value)
    inl(port)`
    ),
    { seconds: 20 }
  )
  // Devices that are told nonsense may stop: then the step says so.
  expect(shown).toMatch(/ended with \d+|^engine-failed: The machine failed: /)
})

test('words without end at the port of the host fill no memory of it', async () => {
  await attack(ports(`for _ in range(12): outs(0x7c0, b'x' * 4000000, 1000000)`), { seconds: 30 })
})

test('what ends a machine fails the step with the reason, and the world is as before it', async () => {
  const reset = ports('outb(0x64, 0xfe)')
  expect(await attack(reset, { seconds: 5 })).toMatch(
    /^engine-failed: The machine failed: it stopped: .* It is back where/
  )
})

test.each([
  ['exit'],
  ['exec false'],
  ['kill -9 1; kill -9 -1'],
  ['echo c > /proc/sysrq-trigger'],
  ['python3 -c "import ctypes; ctypes.CDLL(None).reboot(0x4321fedc)"']
])('after %j there is a shell, or a reason', async (line) => {
  expect(await attack(line, { seconds: 3 })).toMatch(/[#$]$|^engine-failed: /)
})

test('a full disk and a flood end by what is allowed', async () => {
  expect(await attack('head -c 1G /dev/zero > /tmp/big; rm /tmp/big; echo still', { seconds: 20 })).toMatch(
    /No space left on device\n.*still/s
  )
  expect(await attack('yes', { seconds: 1e4 })).toMatch(/^engine-failed: .*a program wrote without end/)
  const long = `printf '\\e]0;'; head -c 200000 /dev/zero | tr '\\0' A; printf '\\e]133;D;0;/etc\\a\\e[99999;99999H\\e[99999b'; echo`
  expect((await attack(long, { seconds: 10 })).length).toBeLessThan(40 * 161)
})

test.each([
  ['a loop', 'while :; do :; done'],
  ['system calls', 'dd if=/dev/zero of=/dev/null bs=1M'],
  ['a device without a pause', ports('while True: inl(0x1f0); outs(0x7c0, b"x" * 4000000, 1000000)')]
])('33.5 %s is stopped at once when the step is cancelled', async (_, line) => {
  const stop = new AbortController()
  let aborted = 0
  setTimeout(() => {
    aborted = performance.now()
    stop.abort()
  }, 1500)
  expect(await attackCancelled(line, stop.signal, () => performance.now() - aborted)).toMatch(/^cancelled/)
})

async function attackCancelled(line: string, signal: AbortSignal, since: () => number): Promise<string> {
  const event = await act(line, { seconds: 1e6, from: kept, signal })
  const ms = since()
  if (process.env.ORRERY_FIGURES) console.log(`cancelled after ${Math.round(ms)} ms`)
  // The aim is 200 ms; a machine on which others compute gets more.
  expect(ms).toBeLessThan(PATIENCE.timeout)
  expect(textOf(await act('echo $x; cat /tmp/kept', { from: kept }))).toContain('\n7\nkept\n')
  return textOf(event)
}

// What keeps the guest's processor for ever is given up after this many instructions, two virtual seconds of them, and not after the usual 8e9.
describe('a machine that may compute little', () => {
  beforeAll(async () => {
    if (image) await begin({ ORRERY_MACHINE_BUDGET: '1e9' })
  })

  test('answers that a guest forges fail its own step', async () => {
    const forge = ports(
      `import os
if os.fork() == 0:
    while True:
        outl(0x7c0, 0); outl(0x7c0, 0xfffffff0); outl(0x7c0, 0x41414141); outl(0x7c4, 0)`
    )
    expect(await attack(forge, { seconds: 1 })).not.toMatch(/^internal/)
  })

  test('a machine that hangs fails the step with the reason', async () => {
    // Before all else, for ever: nobody answers the host any more.
    const greedy = `echo -1 > /proc/sys/kernel/sched_rt_runtime_us; python3 -c 'import os
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(99))
while True: pass'`
    expect(await attack(greedy, { seconds: 1 })).toMatch(
      /^engine-failed: The machine failed: its first process does not/
    )
  })

  test('a fork bomb leaves the host and the world as they were', async () => {
    await attack('f() { f | f & }; f', { seconds: 1 })
  })
})
