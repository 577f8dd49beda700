// The tools on the emulated machine's own disk.
import { afterAll, beforeEach, expect, it } from 'vitest'
import { codingSets } from '../../../../src/core/domains/swe/sets.ts'
import { Setup, type Tool } from '../../../../src/core/tree/model.ts'
import { machineDisk } from '../../../../src/host/grounds/disk-tools/disk/machine-disk.ts'
import { runTool } from '../../../../src/host/grounds/disk-tools/index.ts'
import { createMachineClient } from '../../../../src/host/grounds/machines.ts'
import { data, image, WHY } from '../emulator/image.ts'

const [claudeCodeTools = [], qwenCliTools = []] = codingSets.map(({ tools }) => tools)

const client = createMachineClient({ folder: image?.folder ?? '', data })
afterAll(() => client.close())

beforeEach((context) => {
  if (!image) context.skip(WHY)
})

it('what one tool writes, the others find, and a restored state has its own files', async () => {
  let at: string | null = null
  let step = 0
  const disk = machineDisk(async (jobs) => {
    const to: string = `swe ${process.pid} ${++step}`
    const { results } = await client.work({ from: at, to, jobs })
    at = to
    return results
  }, '/srv/app')
  const does = async (tools: Tool[], name: string, given: Record<string, string | boolean>) => {
    const answer = await runTool({ name, arguments: given }, Setup.parse({ domain: 'swe', tools }), disk)
    return 'text' in answer ? answer.text : answer
  }

  const path = '/srv/app/app/clock.py'
  const content = 'def minutes(text):\n    return 60\n'
  expect(await does(claudeCodeTools, 'Write', { file_path: path, content })).toBe(
    `File created successfully at: ${path}`
  )
  const before = at
  expect(await does(claudeCodeTools, 'Edit', { file_path: path, old_string: '60', new_string: '61' })).toContain(
    '     2→    return 61'
  )
  expect(await does([], 'grep_search', { pattern: 'return' })).toBe('app/clock.py:2:    return 61')
  expect(await does(claudeCodeTools, 'Glob', { pattern: '**/*.py' })).toBe(path)
  expect(await does(qwenCliTools, 'grep_search', { pattern: 'RETURN' })).toBe(
    `Found 1 match for pattern "RETURN" in the workspace directory:\n---\n${path}:2:    return 61`
  )
  expect(await does(claudeCodeTools, 'Bash', { command: 'cd app; git init -q . ; echo $((6 * 7)); nosuch' })).toBe(
    'Exit code 127\n/bin/bash: line 1: nosuch: command not found\n\n42'
  )
  expect(await does(claudeCodeTools, 'Bash', { command: 'mkdir -p made && cd /srv/app/app && pwd' })).toBe(
    '/srv/app/app'
  )
  expect(await does(claudeCodeTools, 'Read', { file_path: '/srv/app/app' })).toEqual(
    'EISDIR: illegal operation on a directory, read'
  )
  expect(await does(qwenCliTools, 'run_shell_command', { command: 'pwd; ls nothing' })).toMatch(
    /^Command: pwd; ls nothing\nDirectory: \(root\)\nOutput: \/srv\/app\nls: cannot access 'nothing': No such file or directory\nError: \(none\)\nExit Code: 2\nSignal: \(none\)\nBackground PIDs: \(none\)\nProcess Group PGID: \d+$/
  )
  const bash: Tool = { name: 'bash', inputSchema: { type: 'object', properties: { command: {} } } }
  // A shell of the session's own prints both streams in the order of a terminal.
  expect(await does([bash], 'bash', { command: 'echo 1; ls nothing; echo 3' })).toBe(
    "1\nls: cannot access 'nothing': No such file or directory\n3"
  )
  at = before
  expect(await does([], 'read_file', { file_path: 'app/clock.py' })).toBe(
    '     1\tdef minutes(text):\n     2\t    return 60'
  )
})
