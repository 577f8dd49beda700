// ATIF as it is read: fields that no version lacks are needed, all others may be left out. Steps are checked one by one.
import { z } from 'zod'
import { JsonValue } from '../../../text/json.ts'

const Parts = z.array(z.looseObject({ type: z.string(), text: z.string().nullish() }))
export const Content = z.union([z.string(), Parts]).nullish()
export type Content = z.infer<typeof Content>

const Extra = z.record(z.string(), z.unknown()).nullish()

export const Root = z.looseObject({
  schema_version: z.string(),
  session_id: z.string().nullish(),
  trajectory_id: z.string().nullish(),
  agent: z.looseObject({ name: z.string(), tool_definitions: z.array(z.unknown()).nullish() }),
  steps: z.array(z.unknown()),
  notes: z.string().nullish(),
  subagent_trajectories: z.array(z.unknown()).nullish(),
  extra: Extra
})
export type Root = z.infer<typeof Root>

export const AtifStep = z.looseObject({
  timestamp: z.string().nullish(),
  source: z.enum(['system', 'user', 'agent']),
  message: Content,
  reasoning_content: z.string().nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        tool_call_id: z.string(),
        function_name: z.string(),
        arguments: z.record(z.string(), JsonValue)
      })
    )
    .nullish(),
  observation: z
    .looseObject({ results: z.array(z.looseObject({ source_call_id: z.string().nullish(), content: Content })) })
    .nullish(),
  metrics: z.unknown().optional(),
  extra: Extra
})
export type AtifStep = z.infer<typeof AtifStep>

/** The text of a message or result, and how many of its parts are none. */
export function textOf(content: Content): { text: string; media: number } {
  if (content === null || content === undefined) return { text: '', media: 0 }
  if (typeof content === 'string') return { text: content, media: 0 }
  const texts = content.flatMap((part) => (typeof part.text === 'string' ? [part.text] : []))
  return { text: texts.join('\n'), media: content.length - texts.length }
}
