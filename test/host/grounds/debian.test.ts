// Terminals on the machine, over a real image. The model is a test's own: what it says is what the machine has to take in.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it as test } from 'vitest'
import { terminalSession } from '../../../src/core/control/lab/terminal.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Call, Setup, type Step } from '../../../src/core/tree/model.ts'
import type { GroundAsked, ListQuestion, ModelQuestion } from '../../../src/core/tree/ports.ts'
import { forkMachine } from '../../../src/host/grounds/emulator-client.ts'
import { machineGround } from '../../../src/host/grounds/machine/index.ts'
import { turnOptions } from '../../core/turn-options.ts'
import { must } from '../../must.ts'
import { asking, home, noPast, openMachine, resources, sharedMachine, take } from './on-machine.ts'

const RUN = `A machine (${process.pid}).`
const shared = sharedMachine()

const typed = (text: string, duration = 0.3) => [{ keystrokes: text, duration }]

/** A world as core keeps it, with nothing around it. */
function world(
  initialState = '',
  model: (question: ModelQuestion) => string = () => '',
  ground = shared(),
  list?: (question: ListQuestion) => string
) {
  const setup = Setup.parse({ domain: 'terminal', initialState: `${RUN}\n${initialState}`, grounding: 'grounded' })
  const past = noPast()
  const asked: string[] = []
  return {
    ...{ setup, ...past, asked },
    do: (action: Step['action'], more: Partial<GroundAsked> = {}) =>
      take(ground, setup, past, action, {
        asked: more,
        turn: { askList: async (question) => list?.(question) ?? null },
        model(question) {
          asked.push(JSON.stringify(question.action))
          return model(question)
        }
      }),
    async type(text: string, duration?: number): Promise<string> {
      return (await this.do(typed(text, duration))).text
    },
    route: (text: string) => ground.route({ ...asking(setup, past, typed(text)), callOf: () => null })
  }
}

const NET = (question: ModelQuestion): string => {
  const [{ keystrokes = '' } = {}] = question.action as { keystrokes: string }[]
  if (/^curl .*data\.json/.test(keystrokes)) return '{"name": "Ada", "tags": ["a", "b"]}'
  if (/^git clone/.test(keystrokes))
    return `root@box:~# ${keystrokes}Cloning into 'tool'...\nReceiving objects: 100% (3/3), done.\nroot@box:~#`
  if (/^ls -la/.test(keystrokes))
    return 'total 8\ndrwxr-xr-x 3 root root 60 Jan 15 09:30 .\n-rw-r--r-- 1 root root 17 Jan 15 09:30 README.md\ndrwxr-xr-x 2 root root 40 Jan 15 09:30 src'
  if (/^cat/.test(keystrokes)) return `root@box:~# ${keystrokes}# Tool\nUse it well.\nroot@box:~#`
  if (/^pip install/.test(keystrokes)) return 'Collecting requests\nSuccessfully installed requests-2.31.0\n'
  if (/^ssh/.test(keystrokes)) return 'up 3 days'
  return 'curl: (6) Could not resolve host'
}

test('the prompt, the user and the folder are those of the initial state', async () => {
  const here = world(
    'A machine. User dev, shell bash.\nnotes.txt\n    one\n    two\n\nThe terminal shows:\ndev@bench:~/calc$ '
  )
  expect(await here.type('whoami; pwd; hostname; echo $HOME; ls -l notes.txt | cut -c1-10\n')).toBe(
    'dev@bench:~/calc$ whoami; pwd; hostname; echo $HOME; ls -l notes.txt | cut -c1-10\ndev\n/home/dev/calc\nbench\n/home/dev\n-rw-r--r--\ndev@bench:~/calc$'
  )
  expect(await here.type('history; touch x && cat notes.txt\n')).toContain('    1  whoami')
})

test('27.4 what the session determines is executed, and the call names the image', async () => {
  const here = world()
  const { text, grounded } = await here.do([{ keystrokes: 'python3 -c "print(6*7)"\n', duration: 1 }])
  expect(text).toBe('root@box:~# python3 -c "print(6*7)"\n42\nroot@box:~#')
  expect(grounded).toMatchObject({
    ground: 'machine',
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    origin: 'executed',
    dreams: []
  })
  expect(grounded.over).toBeUndefined()
})

test('27.10 what is fetched goes through the shell, and is the same again', async () => {
  const here = world('', NET)
  expect(await here.type('curl -s https://x/data.json | jq -r .name | tr a-z A-Z\n', 2)).toBe(
    'root@box:~# curl -s https://x/data.json | jq -r .name | tr a-z A-Z\nADA\nroot@box:~#'
  )
  expect(await here.type('v=$(curl -s https://x/data.json | jq -r ".tags[1]"); echo "got $v"\n', 2)).toContain(
    '\ngot b\n'
  )
  expect(await here.type('curl -sO https://x/data.json; wc -c data.json\n', 2)).toContain('\n36 data.json\n')
  expect(here.asked).toHaveLength(1)
  expect(await here.type('curl -s https://nowhere/ || echo failed with $?\n', 2)).toContain('failed with 6')
  const { grounded } = await here.do([{ keystrokes: 'echo "$v"\n', duration: 0.3 }])
  expect(grounded).toMatchObject({ origin: 'executed', over: 1 })
})

test('a clone is a folder that is seen when it is looked into, and stays what it was', async () => {
  const here = world('', NET)
  await here.type('git clone https://x/a/tool.git\n', 2)
  expect(await here.type('ls tool\n')).toBe('root@box:~# ls tool\nREADME.md  src\nroot@box:~#')
  expect(await here.type('cat tool/README.md\n')).toBe(
    'root@box:~# cat tool/README.md\n# Tool\nUse it well.\nroot@box:~#'
  )
  const before = here.asked.length
  expect(
    await here.type(
      'grep -c Use tool/README.md; git -C tool remote -v | head -1; git -C tool rev-parse --abbrev-ref HEAD\n'
    )
  ).toContain('\n1\norigin\thttps://x/a/tool.git (fetch)\nmain\n'.replace('\t', '  '))
  expect(here.asked).toHaveLength(before)
})

test('a fresh home holds the start files of Debian, which nobody has to be asked for', async () => {
  const here = world('User root, home /root. /root holds .bashrc, .profile, .ssh/ and nothing else.')
  expect(await here.type('head -1 .profile; wc -c .bashrc; echo $((6 * 7)) *\n')).toBe(
    'root@box:~# head -1 .profile; wc -c .bashrc; echo $((6 * 7)) *\n# ~/.profile: executed by Bourne-compatible login shells.\n571 .bashrc\n42 *\nroot@box:~#'
  )
  expect(here.asked).toEqual([])
})

test('programs report the hardware that the initial state names', async () => {
  const machine = world('Kernel 6.1.0-28-amd64. 2 CPU cores, 4 GB RAM (3.6 GB free), one 40 GB disk (37 GB free).')
  expect(
    await machine.type(
      'nproc; getconf _NPROCESSORS_ONLN; grep -c ^processor /proc/cpuinfo; lscpu | grep "^CPU(s)"\n',
      1
    )
  ).toBe(
    `root@box:~# nproc; getconf _NPROCESSORS_ONLN; grep -c ^processor /proc/cpuinfo; lscpu | grep "^CPU(s)"
2
2
2
CPU(s):                                  2
root@box:~#`
  )
  expect(await machine.type('free -m | cut -c1-19; df -h /; df -BM --output=source / | tail -1 | wc -w\n', 1)).toBe(
    `root@box:~# free -m | cut -c1-19; df -h /; df -BM --output=source / | tail -1 | wc -w
               tota
Mem:            409
Swap:
Filesystem      Size  Used Avail Use% Mounted on
/dev/sda1        40G  3.1G   37G   8% /
1
root@box:~#`
  )
  const asked = 'uname -sr; cat /proc/sys/kernel/osrelease; python3 -c "import platform; print(platform.release())"'
  expect(await machine.type(`${asked}\n`, 2)).toBe(
    `root@box:~# ${asked}\nLinux 6.1.0-28-amd64\n6.1.0-28-amd64\n6.1.0-28-amd64\nroot@box:~#`
  )
  const used = async () => Number((await machine.type('df -k / | awk \'$NF == "/" {print $3}\'\n', 1)).split('\n')[1])
  const before = await used()
  await machine.type('head -c 5M /dev/zero > big\n', 1)
  expect((await used()) - before).toBeGreaterThanOrEqual(5 * 1024)
  expect(await machine.type('df -z; echo $?\n', 0.5)).toBe(
    "root@box:~# df -z; echo $?\ndf: invalid option -- 'z'\nTry 'df --help' for more information.\n1\nroot@box:~#"
  )
  expect(machine.asked).toEqual([])
})

test('what was installed is there', async () => {
  const here = world('', NET)
  await here.type('pip install --break-system-packages requests\n', 2)
  expect(await here.type('pip list 2>/dev/null | grep -i requests\n', 3)).toMatch(/\nrequests +2\.31\.0\n/)
  expect(await here.type('python3 -c "import requests; print(requests.__version__)"\n', 2)).toContain('\n2.31.0\n')
  expect(here.asked).toHaveLength(1)
})

test('the route names the rule before anything happens', async () => {
  const here = world('The folder /app holds main.py. Docker 24 is installed.')
  expect(await here.route('echo hi\n')).toMatchObject({ by: 'ground', rule: 'machine' })
  expect(await here.route('x=$(curl -s https://x)\n')).toMatchObject({ by: 'model', rule: 'network' })
  expect(await here.route('git pull\n')).toMatchObject({ by: 'model', rule: 'git-remote' })
  expect(await here.route('git status\n')).toMatchObject({ by: 'ground' })
  expect(await here.route('docker ps\n')).toMatchObject({ by: 'model', rule: 'claimed-program' })
  expect(await here.route('pip install requests\n')).toMatchObject({ by: 'model', rule: 'packages' })
  for (const known of ['pip list', 'pip3 show numpy', 'apt-get remove jq'])
    expect(await here.route(`${known}\n`)).toMatchObject({ by: 'ground', rule: 'machine' })
  expect(await here.route('wc -l /app/main.py\n')).toMatchObject({ by: 'model', rule: 'claimed-file' })
})

test('27.14 another process goes on from the kept state; without it the world is played again, without a model', async () => {
  const here = world('', NET)
  await here.type('x=7; mkdir d; cd d\n')
  await here.type('ssh host uptime > up.txt\n', 2)
  const other = openMachine()
  try {
    const there = { ...world('', NET, other), setup: here.setup }
    there.chain.push(...here.chain)
    for (const [id, call] of here.calls) there.calls.set(id, call)
    expect(await there.type('echo $x $(cat up.txt)\n')).toBe(
      'root@box:~/d# echo $x $(cat up.txt)\n7 up 3 days\nroot@box:~/d#'
    )
    expect(there.asked).toEqual([])
  } finally {
    await other.dispose()
  }
  // A world of the same steps whose states nobody kept.
  const again = world('Another world.', () => 'nobody is asked')
  again.chain.push(...here.chain)
  for (const [id, call] of here.calls) again.calls.set(id, call)
  expect(await again.type('echo $x $(cat up.txt)\n')).toContain('\n7 up 3 days\n')
  expect(again.asked).toEqual([])
})

test('27.14 a replay that gives another text is reported with its turn, and changes nothing', async () => {
  const here = world()
  await here.type('echo one\n')
  const [first] = here.chain
  const wrong = await makeStep(null, must(first).action, { text: 'root@box:~# echo one\ntwo\nroot@box:~#' })
  here.chain[0] = wrong
  here.calls.set(wrong.id, must(here.calls.get(must(first).id)))
  const { grounded, text } = await here.do([{ keystrokes: 'echo three\n', duration: 0.3 }])
  expect(grounded.diverged).toEqual([1])
  expect(text).toContain('three')
  expect(here.chain[0]).toBe(wrong)
})

test('27.17 what is broken is broken for real, also when it is done again', async () => {
  const here = world()
  const faults = [
    { fault: 'missing-program' as const, program: 'tree' },
    { fault: 'clock-skew' as const, seconds: 86_400 }
  ]
  const before = Number(/\n(\d+)\n/.exec(await here.type('date +%s\n'))?.[1])
  const { text } = await here.do(typed('tree; date +%s\n'), { faults })
  expect(text).toContain('tree: command not found')
  expect(Number(/\n(\d+)\n/.exec(text)?.[1]) - before).toBeGreaterThan(80_000)
  await here.do(typed('true\n'), { faults: [{ fault: 'disk-full' }] })
  expect(await here.type('echo x > new.txt; head -c 100000 /dev/zero > big; ls -s big\n')).toContain(
    'No space left on device'
  )
  const again = world('Again.')
  again.chain.push(...here.chain)
  for (const [id, call] of here.calls) again.calls.set(id, call)
  const { text: later, grounded } = await again.do(typed('tree\n'))
  expect(later).toContain('command not found')
  expect(grounded.diverged).toBeUndefined()
})

test('what is piped or redirected into a program is part of the question', async () => {
  const seen: string[] = []
  const here = world('Docker 24 is installed.', ({ context }) => {
    seen.push(/Its standard input.*/s.exec(context)?.[0] ?? '')
    return 'ok'
  })
  await here.type('echo hello there | docker run -i alpine cat\n', 3)
  await here.type('printf "a\\n\\nb\\n" > f; cat f | tr a-z A-Z | curl -s -d @- https://x/\n', 3)
  await here.type('curl -s -d @- https://x/ < f; docker run -i alpine cat <<< "a string"\n', 4)
  await here.type('seq 2000 | curl -s -d @- https://x/; head -c 50 /bin/true | curl -s -d @- https://x/\n', 4)
  await here.type('curl -s -d x https://x/; echo still here\n', 3)
  expect(seen.map((text) => text.slice(0, 59))).toEqual([
    'Its standard input:\nhello there',
    'Its standard input:\nA\n\nB',
    'Its standard input:\na\n\nb',
    'Its standard input:\na string',
    'Its standard input (the first 2,000 bytes):\n1\n2\n3\n4\n5\n6\n7\n8',
    'Its standard input is binary data.',
    ''
  ])
})

test('what a large model lists beside its text is done to the machine, kept with its source, and replayed', async () => {
  const write = { do: 'write', path: '/srv/out.txt', content: 'listed\n' }
  const effects = [
    write,
    { do: 'exit', code: 3 },
    { do: 'cwd', path: '/srv' },
    { do: 'write', path: '/proc/x', content: '' }
  ]
  const here = world(
    'Docker 24 is installed.',
    () => 'copied',
    shared(),
    () => JSON.stringify({ effects })
  )
  const { text, grounded } = await here.do(typed('docker cp web:/out.txt /srv/out.txt; echo $?\n', 2))
  expect(text).toContain('copied\n3\n')
  expect(grounded.dreams).toMatchObject([{ effects: [], listed: effects.slice(0, 2) }])
  expect(grounded.dreams[0]?.refused).toHaveLength(2)
  expect(grounded.uncertain).toMatch(/^In turn 1 changes that the model listed were not made: .*\/proc\/x/)
  const after = await here.do(typed('cat /srv/out.txt; pwd\n'))
  expect(after.text).toContain('\nlisted\n/root\n')
  expect(after.grounded.uncertain).toBe(grounded.uncertain)
  const whole = await here.do(typed('./deploy\n'), { instruction: 'It changes to /srv.' })
  expect(whole.grounded.dreams[0]?.listed).toContainEqual({ do: 'cwd', path: '/srv' })
  expect(await here.type('pwd\n')).toContain('\n/srv\n')
  const again = world('Again. Docker 24 is installed.', () => 'nobody is asked')
  again.chain.push(...here.chain)
  for (const [id, call] of here.calls) again.calls.set(id, call)
  const { text: later, grounded: replayed } = await again.do(typed('cat out.txt\n'))
  expect(later).toContain('\nlisted\n')
  expect(replayed.diverged).toBeUndefined()
  expect(again.asked).toEqual([])
})

test('what takes more than the budget is answered by the model, from the state before', async () => {
  const ground = must(
    machineGround({
      home,
      resources,
      spawnMachine: (folders) => forkMachine(folders, { ORRERY_MACHINE_BUDGET: '3e8' })
    })
  )
  try {
    const here = world(
      '',
      ({ rule }) => (rule === 'budget' ? 'root@box:~# ./search\nfound 17\nroot@box:~#' : ''),
      ground
    )
    await here.type('echo before > kept\n')
    const { text, grounded } = await here.do(typed('echo after > kept; while :; do :; done\n', 60))
    expect(text).toContain('found 17')
    expect(grounded).toMatchObject({
      rule: 'budget',
      origin: 'predicted',
      uncertain: 'In turn 2 the model gave the whole answer (budget).'
    })
    expect(await here.type('cat kept\n')).toContain('\nbefore\n')
    const again = world('Again.', () => 'nobody is asked')
    again.chain.push(...here.chain)
    for (const [id, call] of here.calls) again.calls.set(id, call)
    expect(await again.type('cat kept\n')).toContain('\nbefore\n')
    expect(again.asked).toEqual([])
    const stop = new AbortController()
    const { setup, chain } = here
    const action = typed('while :; do :; done\n', 1e6)
    const asked = { setup, chain, callOf: () => null, action, instruction: '' }
    const turn = ground.turn(asked, turnOptions(undefined, { signal: stop.signal }))
    stop.abort()
    await expect(turn).rejects.toThrow()
  } finally {
    await ground.dispose()
  }
})

test('sessions of the lab execute', async () => {
  const here = world()
  for (const line of terminalSession(3, 10)) {
    const { grounded } = await here.do(typed(`${line}\n`, 1))
    expect(grounded.origin).toBe('executed')
  }
})

// docs/grounding.md tells why: three see that the processor has 32 bits, one a variable that the recorder's shell lacked, one what the world's
// shell does before each prompt, one another terminal.
const DIFFER = [
  ...['proc-system.json 7', 'proc-system.json 13', 'wide-unicode.json 14', 'wide-unicode.json 27'],
  ...['trap-signals.json 8', 'printf-locale.json 37']
]

const SESSIONS = join(import.meta.dirname, '..', '..', 'grounds', 'sessions', 'open')
const PLAYED = readdirSync(SESSIONS)
  .sort()
  .filter((_, index) => index % 6 === 0)

test.each(PLAYED)(
  'the recorded session %s of a real Debian is answered exactly, but for turns that are known',
  async (name) => {
    // They were recorded where `awk` is gawk.
    const { turns, initialState = 'gawk is installed.' } = JSON.parse(readFileSync(join(SESSIONS, name), 'utf8'))
    const here = world(initialState)
    const wrong: unknown[] = []
    for (const [index, { action, observation, determined }] of turns.entries()) {
      const { text } = await here.do(action)
      const differs = determined && text.trimEnd() !== observation.trimEnd()
      if (differs !== DIFFER.includes(`${name} ${index + 1}`)) wrong.push({ turn: index + 1, text, observation })
    }
    expect(wrong).toEqual([])
  }
)

test('a program of a user who is not root asks the model too', async () => {
  const own = world('User dev, working directory /home/dev.', NET)
  const text = await own.type('id -un; curl -s https://example.org/p.json | wc -l\n', 1)
  expect(text).toContain('\ndev\n')
  expect(text).not.toContain('Permission denied')
  expect(own.asked).toHaveLength(1)
})

test('a world’s shell is a fresh one, with nothing of the machine’s own in it', async () => {
  const own = world()
  expect(await own.type('echo $LINENO $SHLVL $0; history\n')).toBe(
    'root@box:~# echo $LINENO $SHLVL $0; history\n1 1 bash\n    1  echo $LINENO $SHLVL $0; history\nroot@box:~#'
  )
  expect(await own.type('echo x >&3\n')).toContain('bash: 3: Bad file descriptor')
  expect(await own.type('set -x\n')).toBe('root@box:~# set -x\nroot@box:~#')
  expect(await own.type('false\n')).toBe('root@box:~# false\n+ false\nroot@box:~#')
  expect(await own.type('echo $?\n')).toBe('root@box:~# echo $?\n+ echo 1\n1\nroot@box:~#')
  expect(await own.type('set +x; scp none localhost:\n', 2)).toContain('ssh: connect to host localhost port 22')
})

test('what a program of the model brings holds what the model then says, also for what follows in the same line', async () => {
  const FILES = (dream: ModelQuestion): string => {
    const [{ keystrokes = '' } = {}] = dream.action as { keystrokes: string }[]
    if (/^wget/.test(keystrokes)) return ''
    if (/^curl -s .*list\.txt/.test(keystrokes)) return 'one\ntwo\nthree'
    return NET(dream)
  }
  const here = world('', FILES)
  expect(await here.type('wget -q https://x/list.txt && head -n 2 list.txt\n', 2)).toBe(
    'root@box:~# wget -q https://x/list.txt && head -n 2 list.txt\none\ntwo\nroot@box:~#'
  )
  expect(await here.type('wc -l < list.txt\n')).toContain('\n3\n')
  expect(here.asked).toHaveLength(2)
  // In a script, nobody sees who reads it.
  await here.type("printf 'wget -q https://x/list.txt -O new.txt\\nsort new.txt | head -1\\n' > get.sh\n")
  expect(await here.type('rm list.txt; bash get.sh\n', 2)).toContain('\none\n')
  expect(await here.type('git clone https://x/a/tool.git && cat tool/README.md\n', 3)).toContain('\nUse it well.\n')
  // What nobody reads is not asked for.
  const before = here.asked.length
  await here.type('wget -q https://x/other.txt && echo got it\n', 2)
  expect(here.asked).toHaveLength(before + 1)
})

const PREPARED =
  "User ada, home /home/ada.\nThe home folder was made by:\nprintf 'b 2\\na 1\\n' > list.txt\n\nThe terminal shows:\nada@box:~$ "

/** A world whose steps were recorded elsewhere. */
async function recording(
  turns: [typed: string, shown: string, duration?: number][],
  model?: (dream: ModelQuestion) => string,
  initialState = PREPARED
) {
  const here = world(initialState, model)
  for (const [keys, shown, duration] of turns) {
    const step = await makeStep(here.chain.at(-1)?.id ?? null, typed(keys, duration), { text: shown })
    here.chain.push(step)
    // `as`: what the ground reads of a call.
    here.calls.set(step.id, { engine: 'replay', firings: [] } as unknown as Call)
  }
  return here
}

test('50.1 what was recorded is done on the machine that the commands of the initial state made, and the first own action is computed', async () => {
  const here = await recording([
    ['sort list.txt\n', 'ada@box:~$ sort list.txt\na 1\nb 2\nada@box:~$ '],
    ['mkdir sub && cd sub; x=7\n', 'ada@box:~$ mkdir sub && cd sub; x=7\nada@box:~/sub$ ']
  ])
  const { text, grounded } = await here.do(typed('echo $x $(wc -l < ../list.txt); pwd\n'))
  expect(text).toBe('ada@box:~/sub$ echo $x $(wc -l < ../list.txt); pwd\n7 2\n/home/ada/sub\nada@box:~/sub$')
  expect(grounded).toMatchObject({ origin: 'executed', rule: 'machine' })
  expect(grounded.diverged).toBeUndefined()
  expect(here.asked).toEqual([])
})

test('a recorded turn that comes out otherwise is kept with what is shown now, also after the machine was started anew', async () => {
  const turns: [string, string][] = [
    ['date +%Y; cat list.txt\n', 'ada@box:~$ date +%Y; cat list.txt\n1999\nb 2\na 1\nada@box:~$ '],
    ['sleep 9; echo x\n', 'ada@box:~$ sleep 9; echo x'],
    // As it was looked at: from the line that the command began on.
    ['C-c', 'ada@box:~$ sleep 9; echo x\n^C\nada@box:~$ ']
  ]
  const here = await recording(turns)
  const { grounded } = await here.do(typed('echo on\n'))
  expect(grounded).toMatchObject({
    origin: 'executed',
    diverged: [1],
    differences: [{ turn: 1, shown: 'ada@box:~$ date +%Y; cat list.txt\n2026\nb 2\na 1\nada@box:~$' }]
  })
  const next = await here.do(typed('echo further\n'))
  expect(next.grounded).toMatchObject({ diverged: [1] })
  expect(next.grounded.differences).toBeUndefined()
  const ground = openMachine()
  try {
    const later = world(PREPARED, undefined, ground)
    later.chain.push(...here.chain.slice(0, turns.length))
    for (const [id, call] of here.calls) later.calls.set(id, call)
    expect((await later.do(typed('echo again\n'))).grounded).toMatchObject({ differences: grounded.differences })
  } finally {
    await ground.dispose()
  }
})

test('where much of a recording comes out otherwise, or it ends elsewhere, the model answers', async () => {
  for (const turns of [
    [['nosuch --help\n', 'ada@box:~$ nosuch --help\nUsage: nosuch\nada@box:~$ ']],
    [
      ['cat list.txt\n', 'ada@box:~$ cat list.txt\nb 2\na 1\nada@box:~$ '],
      ['ls list.txt; cd /nosuch\n', 'ada@box:~$ ls list.txt; cd /nosuch\nlist.txt\nada@box:/nosuch$ ']
    ]
  ] as [string, string][][]) {
    const here = await recording(turns, () => 'so says the model')
    const { text, grounded } = await here.do(typed('pwd\n'))
    expect(text).toMatch(/^so says the model\nada@box:\S+\$$/)
    expect(grounded).toMatchObject({ origin: 'predicted', rule: 'diverged', diverged: [turns.length] })
  }
})

test('50.1 a file that the recording does not show is not made of what a command said of it', async () => {
  const here = await recording(
    [
      ['cat list.txt\n', 'ada@box:~$ cat list.txt\nb 2\na 1\nada@box:~$ '],
      ['cat notes.md\n', 'ada@box:~$ cat notes.md\nsoon\nbuy oars\nada@box:~$ '],
      ['wc -l data.csv\n', 'ada@box:~$ wc -l data.csv\n120 data.csv\nada@box:~$ '],
      ['echo a\n', 'ada@box:~$ echo a\na\nada@box:~$ ']
    ],
    () => 'day,count\n1,2',
    `/home/ada holds notes.md and data.csv.\n${PREPARED}`
  )
  const { text, grounded } = await here.do(typed('tail -n 1 notes.md data.csv\n'))
  expect(text).toContain('buy oars\n\n==> data.csv <==\n1,2\n')
  expect(grounded.differences).toEqual([{ turn: 3, shown: '' }])
})

test('50.1 what cannot be done again leaves the state as it was, and what is waited for is told', async () => {
  const ground = must(
    machineGround({
      home,
      resources,
      spawnMachine: (folders) => forkMachine(folders, { ORRERY_MACHINE_BUDGET: '3e8' })
    })
  )
  try {
    const here = await recording([
      ['cat list.txt\n', 'ada@box:~$ cat list.txt\nb 2\na 1\nada@box:~$ '],
      ['python3 -c "while True: pass"\n', 'ada@box:~$ python3 -c "while True: pass"\nada@box:~$ ', 5],
      ['cat list.txt\n', 'ada@box:~$ cat list.txt\nb 2\na 1\nada@box:~$ '],
      ['echo a\n', 'ada@box:~$ echo a\na\nada@box:~$ ']
    ])
    const callOf = (step: string) => here.calls.get(step) ?? null
    const asked = { setup: here.setup, chain: here.chain, callOf, action: typed('echo b\n'), instruction: '' }
    const cancelled = new AbortController()
    const stopping = { signal: cancelled.signal, progress: () => cancelled.abort() }
    await expect(ground.turn(asked, turnOptions(undefined, stopping))).rejects.toThrow()
    const totals = new Set<number>()
    const progress = (_done: number, total: number) => void totals.add(total)
    const { text, grounded } = await ground.turn(asked, turnOptions(undefined, { progress }))
    expect(text).toBe('ada@box:~$ echo b\nb\nada@box:~$')
    expect(grounded.differences).toEqual([{ turn: 2, shown: '' }])
    expect(totals).toContain(here.chain.length + 1)
  } finally {
    await ground.dispose()
  }
})
