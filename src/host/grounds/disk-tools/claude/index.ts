// The tools of Claude Code on the disk: those of files as version 1.0.88 has them, which was among the last with all of them, Bash with the exit codes of
// 2.0.76. What its harness adds for the agent alone (reminders, warnings of malware) is no part of a result.
import type { Arguments, Disk, DiskAnswer } from '../disk/disk.ts'
import { bash } from './bash.ts'
import { edit, multiEdit, read, write } from './files.ts'
import { glob, grep, list } from './find.ts'

type Tool = (disk: Disk, given: Arguments) => Promise<DiskAnswer>

const model =
  (rule: string): Tool =>
  async () => ({ needsModel: rule })

export const claudeTools: Record<string, Tool> = {
  Bash: bash,
  Read: read,
  Write: write,
  Edit: edit,
  MultiEdit: multiEdit,
  Glob: glob,
  Grep: grep,
  LS: list,
  TodoWrite: async () =>
    'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
  WebFetch: model('network'),
  WebSearch: model('network')
}
