// What one call of a coding agent's tools does on the disk, and what the tool answers in its own form.

import { codingSetOf } from '../../../core/domains/swe/sets.ts'
import type { ToolCall } from '../../../core/domains/tool-call.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { claudeTools } from './claude/index.ts'
import { type Disk, type DiskAnswer, type NeedsModel, text } from './disk/disk.ts'
import { editor, sweAgentEditor } from './editor.ts'
import { openhandsEditor } from './openhands.ts'
import { orreryTools } from './orrery.ts'
import { parametersOf, qwenTools } from './qwen/index.ts'

type Tools = Setup['tools']

/** Who answers this call on a machine: a tool of a known set, an editor or a shell of the session's own, or nobody. */
type Runner = (disk: Disk, given: Record<string, unknown>) => Promise<DiskAnswer>

function runnerOf(name: string, setup: Setup): Runner | null {
  const known = codingSetOf(setup)?.name
  const own = known === undefined && (setup.tools.length === 0 || isOrrerys(setup.tools))
  const set = known === 'claude-code' ? claudeTools : known === 'qwen-cli' ? qwenTools : own ? orreryTools : {}
  const tool = Object.hasOwn(set, name) ? set[name] : undefined
  if (tool) return (disk, given) => tool(disk, given, parametersOf(setup.tools, name))
  const parameters = parametersOf(setup.tools, name)
  if (['command', 'path', 'old_str', 'new_str'].every((one) => parameters.has(one))) return editorOf(setup.tools)
  return SHELL.test(name) && parameters.has('command') ? shell : null
}

/** Whose editor it is, by a tool that only that agent has beside it. */
function editorOf(tools: Tools): Runner {
  const has = (name: string): boolean => tools.some((tool) => tool.name === name)
  return has('execute_bash') ? openhandsEditor : has('submit') ? sweAgentEditor : editor
}

/** Our own tools, all or some. */
const isOrrerys = (tools: Tools): boolean =>
  tools.every(({ name }) => Object.hasOwn(orreryTools, name)) && parametersOf(tools, 'read_file').has('file_path')

const SHELL = /shell|bash|terminal|command|execute|exec\b/i

/** A session's own shell: one bash that lives on, and answers with all that a command printed, in the order of a terminal. */
async function shell(disk: Disk, given: Record<string, unknown>): Promise<DiskAnswer> {
  const { output } = await disk.shell(text(given.command), { keeps: 'all' })
  return output.trimEnd()
}

/** The rule why no machine can answer this call; `null` when one can. Nothing is run. */
export function modelRule(call: ToolCall, setup: Setup): string | null {
  if (NETWORK.test(call.name)) return 'network'
  return runnerOf(call.name, setup) ? null : 'tool'
}

const NETWORK = /^(?:web_?(?:fetch|search)|google_web_search)$/i

/** What a tool answered. `fails`: its agent marks the call as failed. */
export interface DiskToolAnswer {
  text: string
  fails: boolean
}

/** What the tool answered, or the rule by which the model is to be asked. Arguments that misfit the tool are refused before (`certain`). */
export async function runTool(call: ToolCall, setup: Setup, disk: Disk): Promise<DiskToolAnswer | NeedsModel> {
  const rule = modelRule(call, setup)
  const run = runnerOf(call.name, setup)
  if (rule !== null || !run) return { needsModel: rule ?? 'tool' }
  const answer = await run(disk, call.arguments)
  return typeof answer === 'string' ? { text: answer, fails: false } : answer
}
