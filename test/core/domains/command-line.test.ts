import { expect, test } from 'vitest'
import { readCommandLine } from '../../../src/core/domains/tools/command-line.ts'

test('18.3 a command line comes apart into variables, a command and its arguments', () => {
  expect(readCommandLine(`  TOKEN="a b" LEVEL=2 npx -y 'some server' --path /a\\ b "say \\"hi\\"" x='y z' `)).toEqual({
    command: 'npx',
    args: ['-y', 'some server', '--path', '/a b', 'say "hi"', 'x=y z'],
    env: { TOKEN: 'a b', LEVEL: '2' }
  })
})

test('18.3 a backslash before a letter is itself, and empty quotes are an empty word', () => {
  expect(readCommandLine(`C:\\tools\\run.exe "C:\\a b\\c" ''`)).toEqual({
    command: 'C:\\tools\\run.exe',
    args: ['C:\\a b\\c', ''],
    env: {}
  })
})

test('18.3 a quote without an end and a line without a command are refused in words', () => {
  expect(() => readCommandLine('npx "some server')).toThrow('The quote at ""some server" is not closed. Close it.')
  expect(() => readCommandLine(' A=1 ')).toThrow('There is no command. Enter one, such as npx -y some-mcp-server')
})
