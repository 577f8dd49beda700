// Shell agents at the door: what the wire does beside the work, exit codes in worlds that a model predicts, and agents that delegate.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NewSetup } from '../../src/core/tree/model.ts'
import type { Engine } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'

let home: string
const open: (() => Promise<unknown>)[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-shells-'))
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
  rmSync(home, { recursive: true })
})

/** An engine that answers a command as `says` does, and counts what it is asked. */
function speaking(says: (command: string) => string) {
  const asked: string[] = []
  const engine: Engine = {
    info: () => ({ engine: 'spoken', model: { name: 'spoken', hash: null }, contextSize: null, template: 'standard' }),
    async *generate({ messages }) {
      const last = messages.findLast(({ role }) => role === 'user')
      const [, keys = '""'] =
        /"keystrokes":\s*("(?:[^"\\]|\\.)*")/.exec(
          JSON.stringify(last?.content).replaceAll('\\"', '"').replaceAll('\\\\', '\\')
        ) ?? []
      const command = String(JSON.parse(keys)).trim()
      asked.push(command)
      yield {
        type: 'text',
        text: `<predicted_observation>root@box:~# ${command}\n${says(command)}root@box:~# </predicted_observation>`
      }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'spoken', model: { name: 'spoken', hash: null } }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
  return { engine, asked }
}

async function started(engine: Engine) {
  const host = await createHost({ home, resources: 'resources', engine })
  open.push(() => host.dispose())
  const setup = NewSetup.parse({ domain: 'terminal', grounding: 'model', initialState: 'root@box:~# ' })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  const place = { session: session.id, branch: branch.id }
  const link = await host.calls['links.create']({
    ...place,
    forks: false,
    previews: 0,
    budget: null,
    scenario: null,
    tasks: [],
    kept: false
  })
  const { url } = await host.calls['doors.open']({})
  const base = `${must(url)}/w/${link.secret}/swerex`
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/json' }
    const sent = { method: 'POST', body: JSON.stringify(body), headers: { ...type, ...headers } }
    const answer = await fetch(`${base}/${path}`, sent)
    return [answer.status, await answer.json()] as const
  }
  const steps = async () => (await host.calls['steps.list'](place)).map(({ label }) => label)
  return { host, base, post, steps, secret: link.secret }
}

describe('the SWE-ReX door on the wire', () => {
  test('a request that is sent again under its id is not done again', async () => {
    const { post, steps } = await started(speaking(() => '0\n').engine)
    const command = { command: 'date', shell: true }
    const twice = await Promise.all([1, 2].map(() => post('execute', command, { 'x-request-id': 'a' })))
    expect(twice[0]).toEqual([200, { stdout: '0\n', stderr: '', exit_code: 0 }])
    expect(twice[1]).toEqual(twice[0])
    expect(await steps()).toEqual(['date'])
    await post('execute', command, { 'x-request-id': 'b' })
    expect(await steps()).toEqual(['date', 'date'])
  })

  test('a key is the secret or absent; what does not fit is told as SWE-ReX tells it', async () => {
    const { base, post, secret, steps } = await started(speaking(() => '').engine)
    const alive = (key: string) => fetch(`${base}/is_alive`, { headers: { 'x-api-key': key } })
    expect((await alive(secret)).status).toBe(200)
    const refused = await alive('guess')
    expect([refused.status, await refused.json()]).toEqual([401, { detail: 'Invalid API Key' }])
    expect(await post('nothing', {})).toEqual([404, { detail: 'Not Found' }])
    expect(await post('execute', { command: 7 })).toMatchObject([422, { detail: [{ path: ['command'] }] }])
    const form = new FormData()
    form.set('file', new Blob(['no zip']))
    form.set('target_path', '/tmp/x')
    form.set('unzip', 'true')
    const upload = await fetch(`${base}/upload`, { method: 'POST', body: form })
    expect([upload.status, await upload.json()]).toEqual([
      511,
      {
        swerexception: {
          message: 'The zip to be uploaded cannot be unpacked, or is empty.',
          class_path: 'swerex.exceptions.SwerexException',
          traceback: '',
          extra_info: {}
        }
      }
    ])
    // A hundred megabytes of nothing, in a file that says that it holds little.
    const bomb = Buffer.from(zipSync({ big: Buffer.alloc(100_000_000) }, { level: 9 }))
    for (const at of [22, bomb.lastIndexOf('PK\u0001\u0002') + 24]) bomb.writeUInt32LE(1, at)
    form.set('file', new Blob([new Uint8Array(bomb)]))
    const bombed = await fetch(`${base}/upload`, { method: 'POST', body: form })
    expect(await bombed.json()).toMatchObject({
      swerexception: { message: expect.stringMatching(/holds more than|cannot be unpacked/) }
    })
    expect(await steps()).toEqual([])
  })

  test('in a predicted world files are told as text, and a zip’s names stay in its folder', async () => {
    const { base, post, steps } = await started(speaking((command) => (command === 'cat f' ? 'a\nb\n' : '')).engine)
    expect(await post('read_file', { path: 'f' })).toEqual([200, { content: 'a\nb\n' }])
    const form = new FormData()
    const zip = zipSync({ 'in.txt': Buffer.from("it's\n"), '../out.txt': Buffer.from('x\n') })
    form.set('file', new Blob([new Uint8Array(zip)]))
    form.set('target_path', '/tmp/up')
    form.set('unzip', 'true')
    expect((await fetch(`${base}/upload`, { method: 'POST', body: form })).status).toBe(200)
    expect(await steps()).toEqual(['cat f', "mkdir -p /tmp/up && cat > /tmp/up/in.txt <<'EOF'⏎it's⏎EOF"])
  })
})

test('an exit code that is not shown is asked for in a turn that is not kept, and said to be predicted', async () => {
  const { engine, asked } = speaking((command) => (command === 'echo $?' ? '3\n' : 'bad\n'))
  const { host, steps, secret } = await started(engine)
  const ran = async (command: string, code: boolean) => {
    const visitor = { link: secret, door: 'test', client: '', command, code }
    for await (const event of host.streams['agent.run'](visitor, { signal: new AbortController().signal })) {
      if (event.type === 'ran') return [event.output, event.exitCode, event.by, event.guessed]
    }
  }
  expect(await ran('make', true)).toEqual(['bad', 3, 'predicted', true])
  expect(await ran('make', false)).toEqual(['bad', null, null, true])
  expect(asked).toEqual(['make', 'echo $?', 'make'])
  expect(await steps()).toEqual(['make', 'make'])
})

describe('an agent program that speaks the Agent Client Protocol acts in a world', () => {
  async function orrery(...argv: string[]) {
    const out: string[] = []
    const err: string[] = []
    const io = {
      stdin: (async function* () {})(),
      stdout: { write: (text: string | Uint8Array) => void out.push(String(text)) },
      stderr: { write: (text: string) => void err.push(text) }
    }
    process.env.ORRERY_HOME = home
    const code = await main(argv, io)
    return { code, out: out.join(''), err: err.join('') }
  }
  const agent = [process.execPath, 'test/fixtures/acp-agent.mjs']
  const acp = (task: unknown[], ...more: string[]) => {
    const text = task.map((one) => JSON.stringify(one)).join('\n')
    return orrery('agent', 'acp', '--scenario', 'debian', '--task', text, ...more, '--', ...agent)
  }

  test('its files and terminals are the world’s', async () => {
    process.env.ORRERY_GROUNDING = 'executed'
    const { out, err, code } = await acp([
      ['write', { path: '/tmp/a/f.txt', content: 'one\ntwo\nthree\n' }],
      ['read', { path: '/tmp/a/f.txt', line: 2, limit: 1 }],
      ['read', { path: '/tmp/none' }],
      ['run', { command: 'wc', args: ['-l', '/tmp/a/f.txt'] }],
      ['run', { command: 'echo $A; exit 4', cwd: '/tmp', env: [{ name: 'A', value: 'b c' }] }],
      ['run', { command: 'seq 1 9', outputByteLimit: 4 }],
      ['ask', { title: 'rm -rf /' }]
    ])
    process.env.ORRERY_GROUNDING = 'model'
    expect({ err, code }).toMatchObject({ code: 0, err: expect.stringContaining('refused: rm -rf /') })
    expect(err).toContain('the world answered')
    expect(JSON.parse(out)).toEqual([
      { cwd: '/root' },
      {},
      { content: 'two' },
      { error: "No such file or directory: '/tmp/none'" },
      { output: '3 /tmp/a/f.txt\n', exitCode: 0 },
      { output: 'b c\n', exitCode: 4 },
      { output: '8\n9\n', exitCode: 0 },
      { outcome: { outcome: 'selected', optionId: 'no' } }
    ])
    // Its link was of that process alone.
    expect(existsSync(join(home, 'links.json'))).toBe(false)
  })

  test('a command is waited for until it ends, is read meanwhile, and is ended by kill', async () => {
    process.env.ORRERY_GROUNDING = 'executed'
    const { out, err, code } = await acp([
      ['run', { command: 'for n in 1 2 3; do echo $n; sleep 40; done; (exit 5)' }],
      ['look', { command: 'echo a; sleep 32; echo b' }],
      ['both', [{ command: 'sleep 32; echo one' }, { command: 'echo two' }]],
      // More than a screen.
      ['run', { command: 'seq 1 30; sleep 40; seq 31 60' }],
      ['kill', { command: 'echo first; sleep 40; echo second; sleep 100000', until: 'second' }],
      // It heeds no C-c.
      ['kill', { command: "(trap '' INT; echo deaf; sleep 100000)", until: 'deaf' }],
      ['run', { command: 'echo forty-two' }]
    ])
    process.env.ORRERY_GROUNDING = 'model'
    expect({ err, code }).toMatchObject({ code: 0 })
    expect(JSON.parse(out)).toEqual([
      { cwd: '/root' },
      { output: '1\n2\n3\n', exitCode: 5 },
      {
        read: 'terminal-2 still runs. Kill it first.',
        output: 'a\nb\n',
        truncated: false,
        exitStatus: { exitCode: 0 }
      },
      [{ output: 'one\n', exitCode: 0 }, 'terminal-3 still runs. Kill it first.'],
      { output: Array.from({ length: 60 }, (_, at) => `${at + 1}\n`).join(''), exitCode: 0 },
      {
        ...{ before: null, exitCode: null, truncated: false, exitStatus: { exitCode: null } },
        output: expect.stringMatching(/^first\nsecond\n\^C/)
      },
      {
        ...{ before: null, exitCode: null, truncated: false, exitStatus: { exitCode: null } },
        output: expect.stringMatching(/^deaf\n\^C\n?\^/)
      },
      { output: 'forty-two\n', exitCode: 0 }
    ])
  })

  test('36.1 its world is deleted meanwhile: it is told so, and ends by itself', async () => {
    process.env.ORRERY_GROUNDING = 'executed'
    const [here, on] = [join(home, 'here'), join(home, 'on')]
    const running = acp([
      ['meet', { here, on }],
      ['run', { command: 'ls' }]
    ])
    await expect.poll(() => existsSync(here), PATIENCE).toBe(true)
    const other = await createHost({ home, resources: 'resources', engine: speaking(() => '').engine })
    for (const { id: session } of await other.calls['worlds.list']({})) await other.calls['worlds.delete']({ session })
    await other.dispose()
    writeFileSync(on, '')
    const { out, err, code } = await running
    process.env.ORRERY_GROUNDING = 'model'
    expect({ err, code }).toMatchObject({ code: 0, err: expect.stringContaining('end_turn') })
    expect(JSON.parse(out)).toEqual([{ cwd: '/root' }, {}, { error: expect.stringContaining('was deleted') }])
  })

  test('a program that is none is named, and so is a world that is missing', async () => {
    const none = await orrery(
      'agent',
      'acp',
      '--scenario',
      'debian',
      '--task',
      'x',
      '--cwd',
      '/',
      '--',
      join(home, 'none')
    )
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('could not be started') })
    const ends = await orrery('agent', 'acp', '--scenario', 'debian', '--task', 'x', '--', process.execPath, '-e', '0')
    expect(ends).toMatchObject({ code: 1, err: expect.stringContaining('ended before its task did') })
    expect(await orrery('agent', 'acp', '--', 'x')).toMatchObject({ code: 2 })
  })
})
