// The terminal template for models under about a billion parameters: short, two demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { NEXT_TURN, SMALL } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL,
  stop: [...NEXT_TURN, '```'],
  taskDescription: `You are a Linux terminal. Show only what the terminal prints: the prompt with the command, the command's output, and the next prompt. No explanations.`,
  actionSpace: `The user sends keystrokes as JSON. "\\n" is the Enter key.`,
  demonstrations: `Action: [{"keystrokes":"pwd\\n","duration":1}]
root@box:/srv# pwd
/srv
root@box:/srv# 

Action: [{"keystrokes":"cat nofile\\n","duration":1}]
root@box:/srv# cat nofile
cat: nofile: No such file or directory
root@box:/srv# `
}
