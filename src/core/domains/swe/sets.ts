// Ready tool sets of coding agents: which one a world has is told by the names of its tools. Names, parameters and what is required are
// as the agents' public sources have them (Qwen Code, which Gemini CLI shares); the descriptions are ours.
import { z } from 'zod'
import claudeCode from '../../../../resources/tools/claude-code.json' with { type: 'json' }
import qwenCli from '../../../../resources/tools/qwen-cli.json' with { type: 'json' }
import { Lines, shipped } from '../../text/shipped.ts'
import { type Setup, Tool } from '../../tree/model.ts'
import type { ToolSet } from '../capabilities.ts'

const SetFile = z.strictObject({ tools: z.array(Tool), demonstrations: Lines })

interface CodingSet extends ToolSet {
  demonstrations: string
  /** `$ command` as a call. */
  shell: string
  /** What is called where nothing is typed. */
  first: string
  /** How the agent's program begins to say that a call failed. */
  failure: RegExp
  recognises(tools: Setup['tools']): boolean
}

const takes = (tools: Setup['tools'], name: string, parameter: string): boolean =>
  tools.some((tool) => tool.name === name && Object.hasOwn(Object(tool.inputSchema.properties), parameter))

export const codingSets: CodingSet[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    ...shipped('tools/claude-code.json', SetFile, claudeCode),
    shell: 'Bash',
    first: 'LS path=/',
    failure:
      /^(?:Exit code \d+(?:\n|$)|Command timed out after |<tool_use_error>|Error: |EISDIR: |Error writing file: |(?:File|Directory|Path) does not exist\b|File has (?:not been read|been modified)|String to replace not found|No changes to make: |Found \d+ matches of the string|Cannot create new file)/,
    // No other coding agent has tools of these names; a world may have a part of them.
    recognises: (tools) =>
      ['Bash', 'Edit', 'Read'].filter((name) => tools.some((tool) => tool.name === name)).length > 1
  },
  {
    name: 'qwen-cli',
    title: 'Qwen CLI',
    ...shipped('tools/qwen-cli.json', SetFile, qwenCli),
    shell: 'run_shell_command',
    first: 'list_directory path=/',
    failure:
      /^(?:Error(?: \w+){0,3}: |File not found: |File path must be |Path (?:must be |is not |is a |does not exist)|Failed to edit|No changes to apply\.|File already exists, cannot create|Directory '.*' is not within )/,
    // Our own tools have most of the same names; only this one calls a file so.
    recognises: (tools) => takes(tools, 'read_file', 'absolute_path')
  }
]

/** The set that the world's tools are from; `null` for Orrery's own and for others. */
export function codingSetOf({ tools }: Setup): CodingSet | null {
  return codingSets.find((set) => set.recognises(tools)) ?? null
}
