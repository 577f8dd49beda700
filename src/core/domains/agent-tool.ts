// How the tools are written with which agents act in worlds whose actions are no tool calls.
import { z } from 'zod'
import type { Action } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'
import type { AgentTool } from './capabilities.ts'

/** A tool with these parameters; `action` makes the action of arguments that fit them. */
export function agentTool<Shape extends z.ZodRawShape>(
  {
    name,
    title,
    description,
    ...more
  }: { name: string; title: string; description: string } & Pick<AgentTool, 'waits' | 'line'>,
  shape: Shape,
  action: (args: z.output<z.ZodObject<Shape>>) => Action
): AgentTool {
  const schema = z.strictObject(shape)
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' })
  return {
    // `as`: a JSON schema is JSON.
    tool: { name, title, description, inputSchema: inputSchema as Record<string, Json> },
    // `as`: strictObject(shape) parses to what z.ZodObject<Shape> does; TypeScript cannot see it of a generic shape.
    action: (args) => action(schema.parse(args) as z.output<z.ZodObject<Shape>>),
    ...more
  }
}
