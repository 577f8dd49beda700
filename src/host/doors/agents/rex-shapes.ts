// What SWE-ReX 1.4 sends: its requests with their defaults (read from the package `swe-rex`).
import { z } from 'zod'

const session = z.string().max(200).default('default')
const timeout = z.number().min(0).nullish()

export const CreateSession = z.object({ session, startup_source: z.array(z.string()).default([]) })

export const CloseSession = z.object({ session })

export const BashAction = z.object({
  command: z.string(),
  session,
  timeout,
  is_interactive_command: z.boolean().default(false),
  is_interactive_quit: z.boolean().default(false),
  check: z.enum(['silent', 'raise', 'ignore']).default('raise'),
  error_msg: z.string().default(''),
  expect: z.array(z.string()).default([])
})
export type BashAction = z.infer<typeof BashAction>

export const Action = z.discriminatedUnion('action_type', [
  BashAction.extend({ action_type: z.literal('bash') }),
  z.object({ action_type: z.literal('bash_interrupt'), session, timeout: z.number().min(0).default(0.2) })
])

export const RexCommand = z.object({
  command: z.union([z.string(), z.array(z.string()).min(1)]),
  timeout,
  check: z.boolean().default(false),
  error_msg: z.string().default(''),
  env: z.record(z.string(), z.string()).nullish(),
  cwd: z.string().nullish(),
  merge_output_streams: z.boolean().default(false)
})
export type RexCommand = z.infer<typeof RexCommand>

export const ReadFile = z.object({
  path: z.string().min(1),
  encoding: z.string().nullish(),
  errors: z.string().nullish()
})

/** `encoding: "base64"`, here and for reading, is beyond SWE-ReX: for bytes that are no text. */
export const WriteFile = z.object({
  path: z.string().min(1),
  content: z.string(),
  encoding: z.enum(['base64', 'utf-8', 'utf8']).nullish()
})

/** Beyond SWE-ReX: keys for harnesses that drive a terminal, `C-c` and its like by themselves; and worlds for runs side by side. */
export const SendKeys = z.object({ keys: z.array(z.string()).min(1), seconds: z.number().min(0).max(600).default(1) })

export const Fork = z.object({ at: z.enum(['here', 'start']).default('start'), seed: z.int().min(0).exactOptional() })
