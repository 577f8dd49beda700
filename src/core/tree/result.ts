// What is known of an answer beside its text: whether a call failed, what it returned, how a command ended and what it wrote.
import { z } from 'zod'

const Part = z.record(z.string(), z.json())

/** A part that is absent is not known. It is kept with the call; nothing here is guessed from a text. */
export const StepResult = z.strictObject({
  /** The call failed, by the word of what answered it. */
  isError: z.boolean().exactOptional(),
  /** MCP's content blocks; absent where they are one block of the observation's text. */
  content: z.array(Part).exactOptional(),
  structuredContent: Part.exactOptional(),
  /** The server answered with an error of JSON-RPC in the place of a result. */
  rpcError: z.strictObject({ code: z.int(), message: z.string() }).exactOptional(),
  /** Of the last command that ended; `null`: none has ended. 128 and more: ended by a signal. */
  exitCode: z.int().nullable().exactOptional(),
  /** All that the commands wrote, in the order written, without prompt, echo and the screen's line breaks. */
  output: z.string().exactOptional(),
  /** The same by stream. */
  stdout: z.string().exactOptional(),
  stderr: z.string().exactOptional(),
  /** A shell reads the next command; `false`: a program has the keyboard, or the command has not ended. */
  ready: z.boolean().exactOptional(),
  /** The shell ended, and another one is in its place. */
  restarted: z.literal(true).exactOptional(),
  /** What of all this was too large to be kept, in sentences. */
  note: z.string().exactOptional()
})
export type StepResult = z.infer<typeof StepResult>

/** Characters (UTF-16 units) of each of a command's streams that are kept; SWE-ReX's classes count on as many. */
export const MOST_STREAM = 65_536
/** Characters of the JSON of content and structure, as the largest observation has. */
export const MOST_CONTENT = 1_048_576

const STREAMS = ['output', 'stdout', 'stderr'] as const

/** The result as it is kept: the beginning of a long stream, and no content that is too large; `note` says what is missing. */
export function capped(result: StepResult): StepResult {
  const notes = result.note ? [result.note] : []
  const kept = { ...result }
  for (const name of STREAMS) {
    const text = kept[name]
    if (text === undefined || text.length <= MOST_STREAM) continue
    // Half a character is none.
    const end = /[\uD800-\uDBFF]/.test(text.charAt(MOST_STREAM - 1)) ? MOST_STREAM - 1 : MOST_STREAM
    kept[name] = text.slice(0, end)
    notes.push(
      `Of ${name} the first ${end.toLocaleString('en-US')} of ${text.length.toLocaleString('en-US')} characters are kept.`
    )
  }
  const { content, structuredContent, ...rest } = kept
  const size = JSON.stringify([content, structuredContent]).length
  const fits = size <= MOST_CONTENT
  if (!fits) notes.push(`Content and structure of ${size.toLocaleString('en-US')} characters are not kept.`)
  return { ...(fits ? kept : rest), ...(notes.length > 0 && { note: notes.join(' ') }) }
}

/** What still holds of it where the text was changed afterwards, by a perturbation for example. */
export function withoutText({ isError, exitCode, ready, restarted }: StepResult): StepResult {
  return {
    ...(isError !== undefined && { isError }),
    ...(exitCode !== undefined && { exitCode }),
    ...(ready !== undefined && { ready }),
    ...(restarted && { restarted })
  }
}
