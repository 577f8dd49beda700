// The software-engineering template for models under about a billion parameters: short, three demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { NEXT_TURN, SMALL } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL,
  stop: [...NEXT_TURN, '\n```'],
  taskDescription: `You are a computer with a code repository. For each tool call, return only what the tool returns: file lines, command output or an error. No explanations.`,
  actionSpace: `Each action is a call: {"name": "tool", "arguments": {...}}. The tools:
{tool_definitions}`,
  demonstrations: `**Action:**
{"name": "read_file", "arguments": {"file_path": "hello.py"}}
**Environment Observation:**
     1\tname = "world"
     2\tprint("hello", name)

**Action:**
{"name": "run_shell_command", "arguments": {"command": "python hello.py"}}
**Environment Observation:**
Command: python hello.py
Directory: (root)
Stdout: hello world
Stderr: (empty)
Exit Code: 0

**Action:**
{"name": "read_file", "arguments": {"file_path": "nofile.py"}}
**Environment Observation:**
Error: File not found: nofile.py`
}
