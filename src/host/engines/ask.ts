// A question of Orrery's own to an engine, whose answer is JSON of a schema.
import { OrreryError } from '../../core/errors.ts'
import type { BatchQuestion } from '../../core/grounds/fiction/generate.ts'
import type { Engine } from '../../core/tree/ports.ts'

// A batch of five rows with long texts.
const MOST_TOKENS = 2048

/** @param options.owner whose question it is @throws OrreryError cancelled; as `Engine.generate` */
export async function askFor(
  engine: Engine,
  { system, prompt, schema, seed }: BatchQuestion,
  { owner, signal }: { owner: string; signal: AbortSignal }
): Promise<string> {
  let text = ''
  const answer = engine.generate(
    {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt }
      ],
      ...{ prefill: '', thinking: false, tagged: false, stop: [], repeats: 0, counts: true, trace: false },
      shape: { tags: false, schema },
      sampling: { temperature: 0.8, topK: 40, topP: 0.95, maxTokens: MOST_TOKENS },
      ...{ seed, fresh: true, strict: true, owner, parent: null, action: { name: owner, arguments: {} } }
    },
    { signal }
  )
  for await (const event of answer) if (event.type === 'text') text += event.text
  // Not every engine fails when it is stopped: some end early.
  if (signal.aborted) throw new OrreryError('cancelled', 'The question was cancelled.')
  // Some engines fence JSON all the same.
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  return from < 0 ? text : text.slice(from, to + 1)
}
