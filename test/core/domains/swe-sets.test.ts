import { describe, expect, test } from 'vitest'
import { swe } from '../../../src/core/domains/swe/index.ts'
import { small, standard } from '../../../src/core/domains/swe/prompts.ts'
import { codingSetOf, codingSets } from '../../../src/core/domains/swe/sets.ts'
import { readSetup } from '../../../src/core/formats/importers/samples.ts'
import { bareTurn, systemPrompt } from '../../../src/core/step/prompt.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must, nonEmpty } from '../../must.ts'

const world = (tools: Setup['tools'] = []) => Setup.parse({ domain: 'swe', tools })
const worldOf = (name: string) => world(must(codingSets.find((set) => set.name === name)).tools)
const told = ({ inputSchema: { properties, required } }: Setup['tools'][number]) =>
  Object.keys(Object(properties)).map((name) =>
    Array.isArray(required) && required.includes(name) ? name : `${name}?`
  )

describe('a coding world can have the tools of Claude Code or of Qwen CLI', () => {
  test('with the names, parameters and requirements of the public ones', () => {
    const all = codingSets.map(({ name, tools }) => [
      name,
      Object.fromEntries(tools.map((tool) => [tool.name, told(tool)]))
    ])
    expect(Object.fromEntries(all)).toEqual({
      'claude-code': {
        Bash: ['command', 'timeout?', 'description?', 'run_in_background?'],
        Read: ['file_path', 'offset?', 'limit?'],
        Write: ['file_path', 'content'],
        Edit: ['file_path', 'old_string', 'new_string', 'replace_all?'],
        MultiEdit: ['file_path', 'edits'],
        Glob: ['pattern', 'path?'],
        Grep: [
          'pattern',
          'path?',
          'glob?',
          'output_mode?',
          '-B?',
          '-A?',
          '-C?',
          '-n?',
          '-i?',
          'type?',
          'head_limit?',
          'multiline?'
        ],
        LS: ['path', 'ignore?'],
        TodoWrite: ['todos'],
        WebFetch: ['url', 'prompt']
      },
      'qwen-cli': {
        list_directory: ['path', 'ignore?', 'respect_git_ignore?'],
        read_file: ['absolute_path', 'offset?', 'limit?'],
        write_file: ['file_path', 'content'],
        edit: ['file_path', 'old_string', 'new_string', 'expected_replacements?'],
        glob: ['pattern', 'path?'],
        grep_search: ['pattern', 'path?', 'glob?', 'limit?'],
        read_many_files: ['paths', 'include?', 'exclude?', 'recursive?', 'useDefaultExcludes?'],
        run_shell_command: ['command', 'description?', 'directory?'],
        todo_write: ['todos'],
        save_memory: ['fact'],
        web_fetch: ['url', 'prompt']
      }
    })
  })

  test.each(['claude-code', 'qwen-cli'])(
    '%s: the call is written with its arguments as text, and reads back',
    (name) => {
      const setup = worldOf(name)
      const action = swe.fromText('$ ls "a b"', setup)
      const turn = bareTurn(swe, standard, setup, 1, action)
      const shell = must(codingSetOf(setup)).shell
      expect(turn).toBe(
        `### Turn 1\n**Action:**\n\`\`\`json\n{\n  "name": "${shell}",\n  "arguments": "{\\"command\\":\\"ls \\\\\\"a b\\\\\\"\\"}"\n}\n\`\`\``
      )
      expect(swe.read(turn.slice(turn.indexOf('{'), turn.lastIndexOf('}') + 1))).toEqual(action)
    }
  )

  test("the prompt shows the chosen set's forms and no others; ours stays as it was", () => {
    const claude = systemPrompt(swe, standard, worldOf('claude-code'))
    const qwen = systemPrompt(swe, standard, worldOf('qwen-cli'))
    const ours = systemPrompt(swe, standard, world())
    const marks = ['     4→def minutes', 'Process Group PGID: ', 'Stdout: (empty)', '     4\tdef minutes']
    expect([claude, qwen, ours].map((prompt) => marks.filter((mark) => prompt.includes(mark)))).toEqual([
      [marks[0]],
      [marks[1]],
      [marks[2], marks[3]]
    ])
    expect(ours).toContain(standard.demonstrations)
  })

  test('small models are shown what they were trained on', () => {
    expect(systemPrompt(swe, small, worldOf('qwen-cli'))).toContain(small.demonstrations)
  })

  test('every call that is shown fits its tool', () => {
    for (const { name, demonstrations } of nonEmpty(codingSets)) {
      const calls = [...demonstrations.matchAll(/^\{"name".*$/gm)].map(([line]) => swe.read(line))
      expect(calls).toHaveLength(4)
      expect(calls.map((call) => swe.tools?.certain(call, worldOf(name)))).toEqual(calls.map(() => null))
    }
  })

  test('a part of a set is still that set; ours is none', () => {
    const { tools } = worldOf('claude-code')
    expect(codingSetOf(world(tools.slice(0, 2)))?.name).toBe('claude-code')
    expect(codingSetOf(world(worldOf('qwen-cli').tools.slice(0, 2)))?.name).toBe('qwen-cli')
    expect(codingSetOf(world(must(swe.tools).of(world())))).toBe(null)
  })

  test('an exported prompt is read back as one of Orrery, with its tools', () => {
    for (const { tools } of nonEmpty(codingSets)) {
      const setup: Setup = { ...world(tools), initialState: 'Repository /srv/app', instruction: 'Slow disk.' }
      const sample = { system_str: systemPrompt(swe, standard, setup), prompt: [], tools }
      const { initialState, instruction } = setup
      expect(readSetup(swe, sample)).toEqual({
        known: true,
        setup: { template: 'standard', tools, initialState, instruction }
      })
    }
  })

  test("a shell's labelled lines are shown as a command's output and exit code", () => {
    const text =
      'Command: ls\nDirectory: (root)\nOutput: a\nb\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 12'
    expect(swe.document?.read({ name: 'run_shell_command', arguments: { command: 'ls' } }, text)).toEqual({
      kind: 'shell',
      text,
      output: 'a\nb',
      exitCode: 0
    })
  })
})
