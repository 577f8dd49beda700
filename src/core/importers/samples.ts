// One AgentWorldBench sample: its schema, and how its turns are read (spec/lwm-protocol, Trajectory; spec/formats 1.7).
import { z } from 'zod'
import { domains } from '../domains/index.ts'
import { type Action, Setup } from '../model.ts'
import { MARKER } from '../parse.ts'
import type { Domain } from '../plugins.ts'
import { readUserTurn, systemParts } from '../prompt.ts'

/** Keys beyond the format's own are kept: predictions carry `gen`, some files a `kind`. */
export const Sample = z
  .looseObject({
    task: z.string(),
    id: z.union([z.string(), z.number()]),
    prompt: z.array(z.string()),
    response: z.array(z.string()),
    current_prompt: z.string().default(''),
    system_str: z.string().default(''),
    turn_idx: z.int().min(1),
    total_turns: z.int().optional(),
    kind: z.string().nullish()
  })
  .refine((sample) => sample.prompt.length >= sample.turn_idx, {
    error: 'prompt has fewer entries than turn_idx says',
    path: ['prompt']
  })
  .refine((sample) => sample.response.length >= sample.turn_idx, {
    error: 'response has fewer entries than turn_idx says: the true observation is missing',
    path: ['response']
  })
export type Sample = z.infer<typeof Sample>

/** The domain a sample's `task` names: `terminal`, or `anything/terminal`. */
export function domainOf({ task }: Sample): Domain | undefined {
  const named = task.split('/').at(-1)
  return domains.find(({ id }) => id === named)
}

/** The observation in a response: what follows the marker line, to the last blank. */
export function readResponse(response: string): string {
  if (!response.startsWith(MARKER)) return response
  return response.slice(MARKER.length).replace(/^\r?\n/, '')
}

/** The action in a prompt. @throws ZodError or SyntaxError when it is none of the domain's */
export function readAction(domain: Domain, prompt: string): Action {
  return domain.read(readUserTurn(prompt))
}

/** The turn-level instruction after the action's fence, or `''`. */
export function readInstruction(prompt: string): string {
  return /\n```\n\n\*\*Simulation Instruction:\*\*\n([\s\S]*)$/.exec(prompt)?.[1] ?? ''
}

/**
 * What a system prompt says beyond its template, when it was made from one of the domain's own; `null` for anybody else's, whose
 * components cannot be told apart.
 */
export function readSystem(
  domain: Domain,
  system: string
): Pick<Setup, 'template' | 'initialState' | 'instruction'> | null {
  const empty = Setup.parse({ domain: domain.id })
  for (const template of domain.templates) {
    // Private-use characters stand where a session's own texts go; the fullest form is tried first.
    for (const [initialState, instruction] of [
      ['\uE000', '\uE001'],
      ['\uE000', ''],
      ['', '\uE001'],
      ['', '']
    ] as const) {
      const parts = systemParts(domain, template, { ...empty, initialState, instruction })
      const shape = parts
        .map(({ text }) => text)
        .join('\n\n')
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace('\uE000', '(?<initialState>[\\s\\S]*?)')
        .replace('\uE001', '(?<instruction>[\\s\\S]*)')
      const match = new RegExp(`^${shape}$`).exec(system)
      if (match) return { template: template.name, initialState: '', instruction: '', ...match.groups }
    }
  }
  return null
}
