// What a terminal agent is shown of the bytes that a machine's console writes.
import { expect, it } from 'vitest'
import { EMPTY, show } from '../../../../src/host/grounds/emulator/console.ts'

const prompt = (status: number, cwd: string) => `\x1b]133;D;${status};${cwd}\x07root@box:${cwd}# `
const at = async (...texts: string[]) => {
  let shown = await show(EMPTY, Buffer.from(prompt(0, '/')))
  for (const text of texts) shown = await show(shown.console, Buffer.from(text))
  return shown
}

it('shows the prompt line, the output and the next prompt, and reads the mark that it does not show', async () => {
  expect(await at(`false\r\n\x1b[31mno\x1b[0m\r\n${prompt(1, '/tmp')}`)).toMatchObject({
    text: 'root@box:/# false\nno\nroot@box:/tmp#',
    status: 1,
    cwd: '/tmp',
    atPrompt: true
  })
})

it('a command that still runs shows no prompt, and who waits for it sees its line again', async () => {
  const running = await at('sleep 9\r\n')
  expect(running).toMatchObject({ text: 'root@box:/# sleep 9', atPrompt: false, status: null })
  const later = await show(running.console, Buffer.from(`late\r\n${prompt(0, '/')}`), { waits: true })
  expect(later.text).toBe('root@box:/# sleep 9\nlate\nroot@box:/#')
  const typed = await show(running.console, Buffer.from(`^C\r\n${prompt(130, '/')}`))
  expect(typed.text).toBe('^C\nroot@box:/#')
})

it('what belongs to the action before shows that action from its start, over prompts and waits', async () => {
  const asked = await at(`one; two\r\nfirst\r\n`)
  const answered = await show(asked.console, Buffer.from(`second\r\n${prompt(0, '/')}`), { goesOn: true })
  expect(answered.text).toBe('root@box:/# one; two\nfirst\nsecond\nroot@box:/#')
  const next = await show(answered.console, Buffer.from(`three\r\n`), { goesOn: true })
  const cd = await show(next.console, Buffer.from(`${prompt(0, '/')} cd /x\r\n${prompt(0, '/x')}`), { hidden: true })
  const last = await show(cd.console, Buffer.from(`pwd\r\n/x\r\n${prompt(0, '/x')}`), { goesOn: true })
  expect(last.text).toBe('root@box:/# one; two\nfirst\nsecond\nroot@box:/# three\nroot@box:/x# pwd\n/x\nroot@box:/x#')
  const own = await show(last.console, Buffer.from(`true\r\n${prompt(0, '/x')}`))
  expect(own.text).toBe('root@box:/x# true\nroot@box:/x#')
})

it('where the start of the action is gone, what belongs to it shows the screen', async () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, line) => `${from + line}\r\n`).join('')
  const asked = await at(`long\r\n${lines(0, 50)}`)
  const answered = await show(asked.console, Buffer.from(`${lines(50, 52)}${prompt(0, '/')}`), { goesOn: true })
  expect(answered.text.split('\n')).toEqual([...Array.from({ length: 39 }, (_, line) => `${13 + line}`), 'root@box:/#'])
})

it('keeps 40 rows of 160 columns', async () => {
  const { text } = await at(`${Array.from({ length: 50 }, (_, line) => `${line}\r\n`).join('')}${prompt(0, '/')}`)
  expect(text.split('\n')).toHaveLength(40)
  expect((await at(`${'x'.repeat(200)}\r\n`)).text.split('\n')[1]).toBe('x'.repeat(200 - (160 - 'root@box:/# '.length)))
})

it('an emoji takes two cells, as it does for the programs that write it', async () => {
  const line = '🎉'.repeat(74)
  const { text } = await at(`${line}bcd\r\n${prompt(0, '/')}`)
  expect(text).toBe(`root@box:/# ${line}\nbcd\nroot@box:/#`)
})

it('26.1 draws the same however the bytes are cut', async () => {
  const text = `é€😀\x1b[1;31mred\x1b[0m \x1b]0;title\x07\x1b[10;5Hthere\r\n${prompt(3, '/é')}`
  const whole = await at(text)
  const bytes = Buffer.from(text)
  for (let cut = 1; cut < bytes.length; cut++) {
    const first = await at('')
    const half = await show(first.console, bytes.subarray(0, cut))
    const { console } = await show(half.console, bytes.subarray(cut))
    const [screen] = [await show(console, Buffer.from('\x1b[H'), {})]
    expect(screen.text).toBe((await show(whole.console, Buffer.from('\x1b[H'))).text)
  }
})

it('a full-screen program shows its screen, and leaves the one that was there', async () => {
  const editing = await at('vi\r\n\x1b[?1049h\x1b[H\x1b[2Jhello\x1b[40;1H-- INSERT --')
  expect(editing.fullScreen).toBe(true)
  expect(editing.text).toBe(`hello${'\n'.repeat(39)}-- INSERT --`)
  const left = await show(editing.console, Buffer.from(`\x1b[?1049l${prompt(0, '/')}`))
  expect(left).toMatchObject({ fullScreen: false, text: 'root@box:/# vi\nroot@box:/#', atPrompt: true })
})

it('a command of the host leaves nothing but the prompt', async () => {
  const before = await at(`ls\r\n${prompt(0, '/')}`)
  const hidden = await show(before.console, Buffer.from(` cd /app\r\n${prompt(0, '/app')}`), { hidden: true })
  expect((await show(hidden.console, Buffer.from('pwd\r\n'))).text).toBe('root@box:/app# pwd')
})

it('after a full reset the whole screen is shown, not what would stand below the line that the action began on', async () => {
  const seen = await at(`one\r\n1\r\n2\r\n${prompt(0, '/')}`, `reset\r\n\x1bc\x1b[!p${prompt(0, '/')}`)
  expect(seen.text).toBe('root@box:/#')
  const next = await show(seen.console, Buffer.from(`two\r\n2\r\n${prompt(0, '/')}`))
  expect(next.text).toBe('root@box:/# two\n2\nroot@box:/#')
})
