// The SWE-ReX door on worlds that a machine computes: what a command wrote and how it ended is what the machine knows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { NewSetup } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { must } from '../must.ts'
import { image, WHY } from './grounds/emulator/image.ts'

const STATES = {
  terminal: 'The terminal shows:\nroot@box:~# ',
  dev: 'A machine. User dev.\nEnvironment: APP_ENV=test\n\nThe terminal shows:\ndev@bench:~$ ',
  swe: 'Repository /srv/app, Python 3.12. Git: clean, branch main.\n\nREADME.md\n    hello\n'
}

let home: string
let host: Handlers
let url: string
beforeAll(async () => {
  // The machine's disk and snapshot are made once where a folder for them is named.
  home = process.env.ORRERY_GROUND_HOME ?? mkdtempSync(join(tmpdir(), 'orrery-rex-'))
  host = await createHost({ home, resources: 'resources' })
  url = must((await host.calls['doors.open']({})).url)
})
beforeEach(({ skip }) => {
  if (!image) skip(WHY)
})
afterAll(async () => {
  await host.dispose()
  if (!process.env.ORRERY_GROUND_HOME) rmSync(home, { recursive: true })
})

/** A new world, and its door. */
async function world(state: keyof typeof STATES) {
  const domain = state === 'swe' ? ('swe' as const) : ('terminal' as const)
  const setup = NewSetup.parse({ domain, grounding: 'executed', initialState: STATES[state] })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  const place = { session: session.id, branch: branch.id }
  const { secret } = await host.calls['links.create']({
    ...place,
    forks: false,
    previews: 0,
    budget: null,
    scenario: null,
    tasks: [],
    kept: false
  })
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/w/${secret}/swerex/${path}`, {
      method: path === 'screen' ? 'GET' : 'POST',
      ...(path !== 'screen' && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
    })
    const told = await answer.json()
    return answer.status === 511 ? told.swerexception.class_path.replace('swerex.exceptions.', '') : told
  }
  return {
    place,
    post,
    execute: (command: string | string[], more = {}) => post('execute', { command, shell: true, ...more }),
    /** Output and exit code of a command in the session, which is made with the first. */
    session: async (...commands: (string | object)[]) => {
      await post('create_session', {})
      const told: unknown[] = []
      for (const one of commands) {
        const ran = await post('run_in_session', {
          check: 'silent',
          ...(typeof one === 'string' ? { command: one } : one)
        })
        told.push(typeof ran === 'string' ? ran : [ran.output, ran.exit_code])
      }
      return told
    }
  }
}

const ran = (stdout: string, exit_code = 0, stderr = '') => ({ stdout, stderr, exit_code })

describe('a command that is executed beside a terminal is not typed', () => {
  test('comments, backslashes, quotes, tabs, exclamation marks and wide characters are its own', async () => {
    const { execute } = await world('terminal')
    expect(await execute('ls -d / # list', { cwd: '/tmp' })).toEqual(ran('/\n'))
    expect(await execute('cd /tmp; ls -d / # list')).toEqual(ran('/\n'))
    expect(await execute('echo a \\')).toEqual(ran('a \\\n'))
    expect(await execute(' ')).toEqual(ran(''))
    expect(await execute('echo "unbalanced')).toEqual(
      ran('', 2, 'bash: -c: line 1: unexpected EOF while looking for matching `"\'\n')
    )
    expect(await execute("cat > /tmp/M <<'EOF'\nall:\n\techo hi\nEOF\nod -An -c /tmp/M")).toEqual(
      ran('   a   l   l   :  \\n  \\t   e   c   h   o       h   i  \\n\n')
    )
    expect(await execute(['printf', '%s\n', 'a\tb'])).toEqual(ran('a\tb\n'))
    expect(await execute('echo "hello!world"')).toEqual(ran('hello!world\n'))
    expect(await execute(`echo ${'日'.repeat(300)} | wc -m`)).toEqual(ran('301\n'))
    expect(await execute(`echo '${'🎉'.repeat(101)}' | wc -m`)).toEqual(ran('102\n'))
    expect(await execute('echo out; echo err >&2; exit 4', { env: { B: 'b b' } })).toEqual(ran('out\n', 4, 'err\n'))
    expect(await execute('echo 1; echo 2 >&2; echo 3', { merge_output_streams: true })).toEqual(ran('1\n2\n3\n'))
  })

  test('programs that read find nothing to read, the rest is ended in time; what runs in the terminal goes on', async () => {
    const { execute, post } = await world('terminal')
    expect(await execute('cat')).toEqual(ran(''))
    expect(await execute('read line; echo "$? [$line]"')).toEqual(ran('1 []\n'))
    expect(await execute('grep needle')).toEqual(ran('', 1))
    // An editor says where its output goes, and waits.
    expect(await execute('vi /tmp/q', { timeout: 4 })).toBe('CommandTimeoutError')
    expect(await execute('echo next')).toEqual(ran('next\n'))
    expect(await execute('python3', { timeout: 20 })).toEqual(ran(''))
    expect(await execute('bc', { timeout: 20 })).toEqual(ran(''))
    expect(await execute('sleep 60', { timeout: 2 })).toBe('CommandTimeoutError')
    expect(await execute('pgrep -c "vi|bc|sleep"')).toEqual(ran('0\n', 1))
    await post('send_keys', { keys: ['vi /tmp/n', 'Enter'] })
    expect(await execute('echo beside; exit 3')).toEqual(ran('beside\n', 3))
    expect((await post('screen', {})).output).toContain('"/tmp/n" [New File]')
    await post('send_keys', { keys: ['iabc', 'Escape', ':wq', 'Enter'] })
    expect(await execute('cat /tmp/n')).toEqual(ran('abc\n'))
  })

  test('a program in the background holds nobody up; 124 is an exit code like any other', async () => {
    const { execute } = await world('terminal')
    expect(await execute('python3 -m http.server 8123 &', { timeout: 10 })).toEqual(ran(''))
    expect(await execute('sleep 1; curl -s http://localhost:8123/ | head -1')).toEqual(ran('<!DOCTYPE HTML>\n'))
    expect(await execute('exit 124')).toEqual(ran('', 124))
    expect(await execute('timeout 1 sleep 5')).toEqual(ran('', 124))
    expect(await execute('kill -9 $$')).toEqual(ran('', 137))
    expect(await execute('seq 1 20000')).toEqual({
      ...ran(
        Array.from({ length: 20000 }, (_, at) => `${at + 1}\n`)
          .join('')
          .slice(0, 65_536)
      ),
      note: expect.stringContaining('Of stdout the first 65,536 of 108,894 characters are kept.')
    })
  })

  test('it has the world’s user, variables and folder, and its session’s processes', async () => {
    const { execute, session } = await world('dev')
    expect(await session('cd /tmp; sleep 100 &')).toEqual([[expect.stringMatching(/^\[1\] \d+\n$/), 0]])
    expect(await execute('whoami; echo $HOME $APP_ENV; pwd; pgrep sleep | wc -l')).toEqual(
      ran('dev\n/home/dev test\n/tmp\n1\n')
    )
  })

  test('the terminal shows it as if it had been typed, and its steps say so', async () => {
    const { execute, place, post } = await world('terminal')
    await execute('cd /tmp; printf "%s" abc')
    await execute('ls -d /')
    expect(await post('screen', {})).toEqual({ output: 'abcroot@box:~# ls -d /\n/\nroot@box:~#' })
    const rows = await host.calls['steps.list'](place)
    expect(rows.map(({ label }) => label)).toEqual(['cd /tmp; printf "%s" abc', 'ls -d /'])
    const { step } = await host.calls['steps.get']({ ...place, step: must(rows[0]).id })
    expect(step.observation.text).toBe('root@box:~# (cd /tmp; printf "%s" abc)\nabcroot@box:~#')
  })
})

describe('a session at a terminal is what its shell says', () => {
  test('prompts of any look, jobs that print later and wide characters are no part of an output', async () => {
    const { session } = await world('terminal')
    expect(
      await session(
        "export PS1='(venv) \\u@\\h:\\w\\$ '",
        'echo a; false',
        'cd /tmp',
        "PS1='two\\nlines> '",
        'pwd',
        'for i in 1 2 3; do sleep 1; echo tick; done &',
        { command: 'python3 -m http.server 8123 &', timeout: 10 },
        `echo ${'日'.repeat(300)} | wc -m`,
        'printf x',
        'f() { echo from f; }\nf\nfalse',
        "PROMPT_COMMAND='echo pc'",
        'true'
      )
    ).toEqual([
      ['', 0],
      ['a\n', 1],
      ['', 0],
      ['', 0],
      ['/tmp\n', 0],
      [expect.stringMatching(/^\[1\] \d+\n$/), 0],
      [expect.stringMatching(/^\[2\] \d+\n$/), 0],
      ['301\n', 0],
      ['x', 0],
      ['from f\n', 1],
      // What a user's own command before the prompt writes stands before it.
      ['pc\n', 0],
      ['pc\n', 0]
    ])
  })

  test('only what bash itself does not take is misspelt', async () => {
    const { session, place } = await world('terminal')
    expect(
      await session("echo 'abc", "bash -c 'if'", "printf 'if true\\n' > /tmp/b.sh; source /tmp/b.sh", 'echo (')
    ).toEqual([
      'BashIncorrectSyntaxError',
      [expect.stringContaining('syntax error'), 2],
      [expect.stringContaining('syntax error'), 2],
      'BashIncorrectSyntaxError'
    ])
    expect(await host.calls['steps.list'](place)).toHaveLength(2)
  })

  test('a shell that ends tells how, and another is in its place', async () => {
    const { session, post } = await world('dev')
    expect(await session('cd /tmp; exit 3')).toEqual([['exit\n', 3]])
    expect(await post('run_in_session', { command: 'exit 4', check: 'silent' })).toMatchObject({
      exit_code: 4,
      restarted: true
    })
    expect(await session('whoami', 'set -e', 'false', 'echo on')).toEqual([
      ['dev\n', 0],
      ['', 0],
      [expect.any(String), 1],
      ['on\n', 0]
    ])
  })

  test('a program that has the keyboard at the end of its time is interrupted when its agent asks for it', async () => {
    const { session, post } = await world('terminal')
    const interrupt = () => post('run_in_session', { action_type: 'bash_interrupt' })
    expect(await session({ command: 'python3', timeout: 4 })).toEqual(['CommandTimeoutError'])
    await interrupt()
    expect(await session('echo after')).toEqual([['after\n', 0]])
    expect(await session({ command: 'sleep 60', timeout: 2 })).toEqual(['CommandTimeoutError'])
    expect(await interrupt()).toMatchObject({ exit_code: 0 })
    expect(await session('echo after')).toEqual([['after\n', 0]])
  })
})

describe('commands of a code world', () => {
  test('streams come as they were written, whatever is in them', async () => {
    const { execute } = await world('swe')
    expect(await execute("python3 -c \"print('Result:'); print('Output: 42'); print('done')\"")).toEqual(
      ran('Result:\nOutput: 42\ndone\n')
    )
    expect(await execute("cat > /tmp/r.md <<'EOF'\n# Title\nStdout: sample\nrest\nEOF\ncat /tmp/r.md")).toEqual(
      ran('# Title\nStdout: sample\nrest\n')
    )
    expect(await execute("printf '\\n\\n  a  \\n\\n'")).toEqual(ran('\n\n  a  \n\n'))
    expect(await execute("printf 'a\\r\\nb\\r\\n'")).toEqual(ran('a\r\nb\r\n'))
    expect(await execute("printf '(empty)\\n'")).toEqual(ran('(empty)\n'))
    expect(await execute('echo Signal: 9 >&2; echo "Background PIDs: 1"; exit 5')).toEqual(
      ran('Background PIDs: 1\n', 5, 'Signal: 9\n')
    )
    expect(await execute('exit 124', { timeout: 20 })).toEqual(ran('', 124))
    expect(await execute('sleep 30', { timeout: 1 })).toBe('CommandTimeoutError')
    expect(await execute('echo 1; echo 2 >&2; echo 3; ls /nope; echo 4', { merge_output_streams: true })).toEqual(
      ran("1\n2\n3\nls: cannot access '/nope': No such file or directory\n4\n")
    )
    expect(await execute('seq 1 20000')).toMatchObject({
      exit_code: 0,
      stdout: expect.stringMatching(/^1\n2\n[\d\n]*$/),
      note: expect.stringContaining('Of stdout the first 65,536 of 108,894 characters are kept.')
    })
  })

  test('a session is one shell', async () => {
    const { session, post, execute } = await world('swe')
    expect(
      await session(
        'X=5; a=(1 2); cd /tmp; alias ll="echo aliased"; set -o pipefail; f() { echo "f $X"; }',
        `echo "$X \${a[1]} $PWD"; ll; f; false | true`,
        "trap 'echo bye' EXIT; echo $X",
        'sleep 50 & echo started',
        'kill $! && wait; echo $X',
        { command: 'sleep 60', timeout: 2 },
        { command: 'while :; do :; done', timeout: 2 },
        'echo "$X still"',
        "echo 'abc",
        'echo Output: 1; echo 2 >&2',
        'exit 3',
        'echo "gone$X"; pwd'
      )
    ).toEqual([
      ['', 0],
      ['5 2 /tmp\naliased\nf 5\n', 1],
      ['5\n', 0],
      [expect.stringMatching(/^\[1\] \d+\nstarted\n$/), 0],
      [expect.stringContaining('5\n'), 0],
      'CommandTimeoutError',
      'CommandTimeoutError',
      ['5 still\n', 0],
      'BashIncorrectSyntaxError',
      ['Output: 1\n2\n', 0],
      [expect.stringContaining('exit\n'), 3],
      ['gone\n/srv/app\n', 0]
    ])
    await post('create_session', { session: 'other' })
    expect(await post('run_in_session', { command: 'echo "none$X"', session: 'other' })).toMatchObject({
      output: 'none\n'
    })
    expect(await execute('pwd; echo "none$X"')).toEqual(ran('/srv/app\nnone\n'))
  })
})
