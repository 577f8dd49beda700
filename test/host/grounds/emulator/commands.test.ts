import { expect, test } from 'vitest'
import { createReader, type ShellLine } from '../../../../src/host/grounds/emulator/commands.ts'

const PROMPT: ShellLine = { at: 'prompt', tells: true, own: true }
const ON = '\x1b[?2004h'
const OFF = '\x1b[?2004l\r'
const mark = (status: number, kind = 'W') => `\x1b]133;${kind};${status};/tmp\x07`

/** What is heard of bytes that come in pieces of `size`. */
function hears(text: string, { before = PROMPT, size = 3 }: { before?: ShellLine; size?: number } = {}) {
  const reader = createReader(before)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size))
  return { ...reader.heard(), at: reader.line().at }
}
const heard = (output: string, status: number | null, at = 'prompt', restarted = false) => ({
  output,
  status,
  restarted,
  at
})

test('what a command wrote stands between readline’s word that it has the line and the mark of the next prompt', () => {
  expect(hears(`echo é\r\n${OFF}é\r\n${mark(0)}${ON}(venv) $ `)).toEqual(heard('é\n', 0))
  expect(hears(`a; b\r\n${OFF}1\r\n${mark(3)}${ON}$ b\r\n${OFF}2${mark(4)}${ON}$ `)).toEqual(heard('1\n2', 4))
  expect(hears(`cat <<E\r\n${OFF}${ON}> x\r\n${OFF}${ON}> E\r\n${OFF}x\r\n${mark(0)}${ON}$ `)).toEqual(heard('x\n', 0))
  expect(hears(`sleep 9\r\n${OFF}`)).toEqual(heard('', null, 'command'))
  expect(hears(`echo "a\r\n${OFF}${ON}> `)).toEqual(heard('', null, 'more'))
})

test('what is printed below a prompt is no sign of a command, and belongs to none', () => {
  expect(hears('tick\r\ntick\r\n')).toEqual(heard('', null))
  expect(hears(`x &\r\n${OFF}[1] 7\r\n${mark(0)}[2]+  Done  y\r\n${ON}$ tick\r\n`)).toEqual(heard('[1] 7\n', 0))
  expect(hears(`a "\r\n${OFF}[1]+  Done  y\r\n${ON}> "\r\n${OFF}z\r\n${mark(0)}${ON}$ `)).toEqual(
    heard('[1]+  Done  y\nz\n', 0)
  )
})

test('a program with a readline of its own, and a shell without one', () => {
  const program = `db\r\n${OFF}DB 1.0\r\n${ON}db> q\r\n${OFF}bye\r\n${mark(0)}${ON}$ `
  expect(hears(program)).toMatchObject({
    status: 0,
    at: 'prompt',
    output: expect.stringMatching(/^DB 1\.0\n[\s\S]*bye\n$/)
  })
  const before: ShellLine = { at: 'prompt', tells: false, own: true }
  expect(hears(`ls\r\na  b\r\n${mark(1)}$ `, { before })).toEqual(heard('a  b\n', 1))
})

test('another shell’s prompt says that the world’s own ended, and nobody knows how', () => {
  expect(hears(`exit 3\r\n${OFF}exit\r\n${mark(0, 'D')}root@box:~# `)).toEqual(heard('exit\n', null, 'prompt', true))
})
