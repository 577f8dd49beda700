// What a model is asked in a benchmark: at temperature 0, one answer at a time.
import { OrreryError } from '../../../core/errors.ts'
import type { Engine, Message } from '../../../core/tree/ports.ts'

interface SuiteAnswer {
  said: string
  tokens: { prompt: number; generated: number }
}

/** @throws OrreryError cancelled; as `Engine.generate` */
export async function askFor(
  engine: Engine,
  messages: Message[],
  { maxTokens, seed, stop = [], signal }: { maxTokens: number; seed: number; stop?: string[]; signal: AbortSignal }
): Promise<SuiteAnswer> {
  let said = ''
  let tokens = { prompt: 0, generated: 0 }
  const request = {
    messages,
    ...{ prefill: '', thinking: false, tagged: false, stop, repeats: 4, trace: false, strict: true },
    shape: { tags: false, schema: null },
    sampling: { temperature: 0, topK: 1, topP: 1, maxTokens },
    ...{ seed: seed % 2 ** 31, fresh: false, owner: 'suites', parent: null, action: null }
  }
  for await (const event of engine.generate(request, { signal })) {
    if (event.type === 'text') said += event.text
    if (event.type === 'done') tokens = { prompt: event.tokens.prompt, generated: event.tokens.generated }
  }
  // Not every engine fails when it is stopped: some end early.
  if (signal.aborted) throw new OrreryError('cancelled', 'The work was stopped.')
  return { said, tokens }
}
