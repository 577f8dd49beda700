// A machine does not show the contrary of what its world's text says, over a real image: the model answers, and what it says holds.
import { expect, it as test } from 'vitest'
import { Setup } from '../../../src/core/tree/model.ts'
import type { ModelQuestion } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'
import { asking, noPast, openMachine, sharedMachine, take } from './on-machine.ts'

const machine = sharedMachine()
const typing = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]

/** @param kept whether states are kept; else each turn does all turns before it again, from what their calls say */
function world(initialState: string, model: (question: ModelQuestion) => string, { kept = true } = {}) {
  const setup = Setup.parse({
    domain: 'terminal',
    initialState: `A machine (${process.pid}${kept ? '' : ', again'}).\n${initialState}`,
    grounding: 'grounded'
  })
  const past = noPast()
  return {
    setup,
    route: (line: string) => machine().route(asking(setup, past, typing(line))),
    async type(line: string) {
      const { text, grounded } = await take(machine(), setup, past, typing(line), { model, kept })
      return { text, rule: grounded.rule, origin: grounded.origin }
    }
  }
}

const TEXT =
  'You are root. Irma keeps ncdu at hand, and her errands wait in errands.lst, three of them. Backups lie about in /srv/old.'

const said = ({ action }: ModelQuestion): string => {
  const [{ keystrokes = '' } = {}] = action as { keystrokes: string }[]
  const typed = keystrokes.trimEnd()
  const prompt = 'root@box:~#'
  if (typed.startsWith('cat ')) return `${prompt} ${typed}\nmilk\nbread\nsoap\n${prompt}`
  if (typed.startsWith('ls -la /srv/old'))
    return `${prompt} ${typed}\ntotal 0\n-rw-r--r-- 1 root root 10 Jan 15 09:30 full-01.tar\n${prompt}`
  return `${prompt} ${typed}\nuid=1001(irma) gid=1001(irma) groups=1001(irma)\n${prompt}`
}

test.each([true, false])(
  'files that the text names are there from then on, and the same when done again (kept: %s)',
  async (kept) => {
    const one = world(TEXT, said, { kept })
    expect(await one.type('wc -l errands.lst')).toMatchObject({ origin: 'predicted', rule: 'claimed-file' })
    const counted = await one.type('wc -l errands.lst; grep -n soap errands.lst')
    expect(counted).toMatchObject({ origin: 'executed' })
    expect(counted.text).toContain('3 errands.lst\n3:soap')
    const entered = await one.type('cd /srv/old && pwd')
    expect(entered).toMatchObject({ origin: 'executed' })
    expect(entered.text).toContain('\n/srv/old\n')
    expect((await one.type('ls')).text).toContain('full-01.tar')
    // What the session takes away is gone.
    expect((await one.type('rm full-01.tar ~/errands.lst; cat ~/errands.lst')).text).toContain('No such file')
  }
)

test('the model answers for users and programs that the text names, and the machine for others', async () => {
  const one = world(TEXT, said)
  const irma = await one.type('id irma')
  expect(irma).toMatchObject({ origin: 'predicted', rule: 'denied' })
  expect(irma.text).toContain('uid=1001(irma)')
  expect(await one.type('ncdu --version')).toMatchObject({ origin: 'predicted', rule: 'denied' })
  expect(await one.type('id bob')).toMatchObject({ origin: 'executed', text: expect.stringContaining('no such user') })
})

test('what no rule reads is said, and the model answers for what would show it', async () => {
  const one = world('You are root on web9.\nFour workers of gunicorn answer on 127.0.0.1:8443.', said)
  expect(must(machine().notReproduced)(one.setup)).toEqual([
    'Line 3 of the initial state: Programs that run; no rule reads it, and the model answers for the commands that show it.',
    'Line 3 of the initial state: Ports that programs listen on; no rule reads it, and the model answers for the commands that show it.'
  ])
  expect(await one.route('ss -tln | grep 8443')).toEqual({
    by: 'model',
    rule: 'unread',
    why: 'Ports that programs listen on: The world states it in words that no rule reads.'
  })
  expect(await one.route('ls')).toMatchObject({ by: 'ground' })
  expect(await one.type('pgrep -c gunicorn')).toMatchObject({ origin: 'predicted', rule: 'unread' })
  expect(await one.type('pwd')).toMatchObject({ origin: 'executed' })
})

test.each([
  ['4 workers', '4 workers\nroot@web9:~#'],
  ['4 workers\nroot@web9:~# ', '4 workers\nroot@web9:~# '],
  ['Stop all of them? ', 'Stop all of them? ']
])('the machine is at its prompt after %j, which the model said', async (says, shown) => {
  const one = world('You are root on web9.\nFour workers of gunicorn answer on 127.0.0.1:8443.', () => says)
  expect(await one.type('pgrep -c gunicorn')).toMatchObject({ rule: 'unread', text: shown })
})

test('a world whose ps the model answers is opened again by another process', async () => {
  const text = `A machine (${process.pid}, ps).\nrsyslogd has pid 744.`
  const setup = Setup.parse({ domain: 'terminal', initialState: text, grounding: 'grounded' })
  const pwd = (ground = machine()) => take(ground, setup, noPast(), typing('pwd'), { model: said, kept: false })
  const first = await pwd()
  const other = openMachine()
  const again = await pwd(other).finally(() => other.dispose())
  expect([first.grounded.origin, again.text]).toEqual(['executed', first.text])
})

test('what a world claims and where its shell is are known to another process', async () => {
  const setup = Setup.parse({
    domain: 'terminal',
    initialState: `A machine (${process.pid}, again).\nYou are ada. /srv/list holds names.txt.\nada@box:/srv/list$ `,
    grounding: 'grounded'
  })
  const first = (ground: ReturnType<typeof machine>, line: string) =>
    take(ground, setup, noPast(), typing(line), { model: said, kept: false })
  await first(machine(), 'true')
  const other = openMachine()
  try {
    expect((await first(other, 'pwd')).text).toContain('\n/srv/list\n')
    const { grounded, text } = await first(other, 'cat names.txt')
    expect(grounded).toMatchObject({ origin: 'predicted', rule: 'claimed-file' })
    expect(text).toContain('milk')
  } finally {
    await other.dispose()
  }
})

test('what is asked about a folder leaves it to whom the text gives it', async () => {
  const shared = world('The shared folders belong to others: /srv/hr belongs to carla. You are ben.', () => 'pay.txt')
  expect(await shared.type('ls /srv/hr')).toMatchObject({
    text: expect.stringContaining('pay.txt'),
    origin: 'predicted'
  })
  expect((await shared.type('stat -c %U /srv/hr')).text).toContain('\ncarla\n')
})
