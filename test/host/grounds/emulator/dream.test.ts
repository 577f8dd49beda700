// Programs of the guest that ask the host (`image/dream.c`), over a real image. The host is the test.
import { afterAll, beforeEach, expect, it as test } from 'vitest'
import {
  createOneMachine as createMachineClient,
  type EmulatorJob,
  type WorkResult
} from '../../../../src/host/grounds/emulator-client.ts'
import { must } from '../../../must.ts'
import { data, image, WHY } from './image.ts'

const client = createMachineClient({ folder: image?.folder ?? '', data })
afterAll(() => client.close())

beforeEach((context) => {
  if (!image) context.skip(WHY)
})

type Typed = Extract<WorkResult, { did: 'type' }>
interface Answer {
  verb?: 'x' | 'l' | 'r'
  status?: number
  out?: string
  err?: string
}
let named = 0

/** A world whose programs ask this test. */
function world() {
  const run = `dream ${process.pid} ${++named}`
  let at: string | null = null
  let step = 0
  async function work(...jobs: EmulatorJob[]): Promise<WorkResult[]> {
    const to = `${run} ${++step}`
    const { results } = await client.work({ from: at, to, jobs })
    at = to
    return results
  }
  function typed(results: WorkResult[]): Typed {
    const last = results.at(-1)
    if (last?.did !== 'type') throw new Error('not a turn')
    return last
  }
  return {
    type: async (keystrokes: string, duration = 0.3) =>
      typed(await work({ do: 'type', keys: [{ keystrokes, duration }] })),
    /** What is asked: name, folder, line, arguments. */
    async asked(): Promise<string[] | null> {
      const [read] = await work({ do: 'read', path: '/run/dream/ask' })
      if (read?.did !== 'read' || read.content === null) return null
      return Buffer.from(read.content).toString().split('\0').slice(0, -1)
    },
    /** Answers, and shows the whole action. */
    async answer({ verb = 'x', status = 0, out = '', err = '' }: Answer): Promise<Typed> {
      const content = `${verb} ${status} ${Buffer.byteLength(out)} ${Buffer.byteLength(err)}\n${out}${err}`
      return typed(
        await work(
          { do: 'write', path: '/run/dream/answer', mode: 0o600, content: Buffer.from(content) },
          { do: 'type', keys: [{ keystrokes: '', duration: 0.3 }], goesOn: true }
        )
      )
    }
  }
}

test('what the host says goes through the pipes of the shell, with its exit code', async () => {
  const here = world()
  await here.type('cd /tmp\n')
  expect(await here.type("curl -s 'http://x/a b' | tr a-z A-Z; echo $?\n")).toMatchObject({
    atPrompt: false
  })
  expect(await here.asked()).toEqual(['curl', '/tmp', '', '-s', 'http://x/a b'])
  const { text } = await here.answer({ status: 0, out: 'née\nhello\n' })
  expect(text).toBe("root@box:/tmp# curl -s 'http://x/a b' | tr a-z A-Z; echo $?\nNéE\nHELLO\n0\nroot@box:/tmp#")
  expect(await here.asked()).toBe(null)
})

test('standard error, exit codes, lists and substitutions are those of a program', async () => {
  const here = world()
  await here.type('curl http://x > out 2> err || echo failed $?; cat out; echo --; cat err\n')
  const failed = await here.answer({ status: 6, out: 'half\n', err: 'curl: (6) Could not resolve host: x\n' })
  expect(failed.text.split('\n').slice(1, -1)).toEqual([
    'failed 6',
    'half',
    '--',
    'curl: (6) Could not resolve host: x'
  ])
  await here.type('x=$(wget -qO- http://y); echo "[$x] $?"\n')
  expect(await here.asked()).toEqual(['wget', '/root', '', '-qO-', 'http://y'])
  expect((await here.answer({ status: 0, out: 'text\n\n' })).text).toContain('\n[text] 0\n')
  await here.type('python3 -m pip install -q thing\n', 2)
  expect(await here.asked()).toEqual(['pip', '/root', '', 'install', '-q', 'thing'])
  expect(await here.answer({ status: 3 })).toMatchObject({ status: 3, atPrompt: true })
})

test('a program that waits for its answer is stopped by C-c, and nothing is asked any more', async () => {
  const here = world()
  await here.type('curl http://x; echo after\n')
  expect(await here.asked()).not.toBe(null)
  const stopped = await here.type('C-c')
  expect(stopped).toMatchObject({ text: '^C\nroot@box:~#', status: 130, atPrompt: true })
  expect(await here.asked()).toBe(null)
  await here.type('timeout 1 ping example.org; echo $?\n', 2)
  expect(await here.asked()).toBe(null)
})

test('programs that ask at the same time ask one after the other', async () => {
  const here = world()
  await here.type('curl http://one | cat - <(curl http://two)\n')
  const asked = [must(await here.asked()).at(-1)]
  await here.answer({ out: `from ${asked[0]}\n` })
  asked.push(must(await here.asked()).at(-1))
  const { text } = await here.answer({ out: `from ${asked[1]}\n` })
  expect(asked.toSorted()).toEqual(['http://one', 'http://two'])
  expect(text.split('\n').slice(1)).toEqual(['from http://one', 'from http://two', 'root@box:~#'])
})

test('a session asks again with each line that is typed', async () => {
  const here = world()
  await here.type('ssh me@there\n')
  expect(await here.asked()).toEqual(['ssh', '/root', '', 'me@there'])
  expect((await here.answer({ verb: 'l', out: 'there$ ' })).text).toContain('\nthere$')
  await here.type('uname\n')
  expect(await here.asked()).toEqual(['ssh', '/root', 'uname\n', 'me@there'])
  await here.answer({ verb: 'l', out: 'Linux\nthere$ ' })
  await here.type('exit\n')
  expect(await here.answer({ verb: 'x', status: 4, out: 'Connection closed.\n' })).toMatchObject({ status: 4 })
  await here.type('ssh me@there\n')
  await here.answer({ verb: 'l', out: 'there$ ' })
  expect(await here.type('C-d')).toMatchObject({ status: 0, atPrompt: true })
})

test('the host can let the real program run, where there is one', async () => {
  const here = world()
  await here.type('apt-cache policy bash | head -1\n')
  expect(await here.asked()).toEqual(['apt-cache', '/root', '', 'policy', 'bash'])
  expect((await here.answer({ verb: 'r' })).text).toContain('\nbash:\n')
  await here.type('dig example.org\n')
  expect(await here.answer({ verb: 'r' })).toMatchObject({
    text: expect.stringContaining('\nbash: dig: command not found\n'),
    status: 127
  })
})

test('git asks only where it would talk to another machine', async () => {
  const here = world()
  await here.type(
    'git config --global user.name a; git config --global user.email a@b; git config --global alias.st "status -s"\n'
  )
  await here.type('git init -q r; cd r; echo x > x; git add x; git commit -qm x; git clone -q . ../c; cd ../c\n', 1)
  await here.type(
    "printf '#!/bin/sh\\ngit rev-parse --is-inside-work-tree\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/*\n"
  )
  const commit = await here.type(
    'echo y > x; git st; git commit -qam y; git log --oneline | wc -l; git --exec-path\n',
    1
  )
  expect(commit.text.split('\n').slice(1, -1)).toEqual([' M x', 'true', '2', '/usr/lib/git-core'])
  expect((await here.type('git fetch; git pull; git push origin HEAD:refs/heads/other; echo $?\n', 2)).text).toMatch(
    /\n0\nroot@box:~\/c#$/
  )
  expect((await here.type('git init -q /e; git -C /e push\n', 1)).text).toContain('No configured push destination')
  expect((await here.type('git clone ./none\n', 1)).text).toContain("repository './none' does not exist")
  expect(await here.asked()).toBe(null)
  await here.type('git clone --depth 1 https://example.org/a.git\n')
  expect(await here.asked()).toEqual(['git', '/root/c', '', 'clone', '--depth', '1', 'https://example.org/a.git'])
  await here.answer({ status: 128, err: 'fatal: no\n' })
  await here.type('git remote add far git@example.org:a/b.git; git -C . push far HEAD:main\n')
  expect(await here.asked()).toEqual(['git', '/root/c', '', '-C', '.', 'push', 'far', 'HEAD:main'])
})

test('clients of servers in the machine, and programs asked about themselves, are real', async () => {
  const here = world()
  await here.type('mkdir /w; cd /w; echo served > a; python3 -m http.server 8000 2> /dev/null &\n', 3)
  expect((await here.type('curl -s localhost:8000/a; wget -qO- http://127.0.0.1:8000/a\n', 1)).text).toContain(
    '\nserved\nserved\n'
  )
  expect((await here.type('curl -s http://127.0.0.1:1/; echo $?\n', 1)).text).toContain('\n7\n')
  expect(
    (await here.type('curl --version | cut -d" " -f1 | head -1; apt --version | cut -d" " -f1\n', 1)).text
  ).toContain('\ncurl\napt\n')
  expect(await here.asked()).toBe(null)
  await here.type('curl -d url=http://localhost/ https://example.org/\n')
  expect(must(await here.asked())[0]).toBe('curl')
})
