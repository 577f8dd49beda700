// Sessions that feed themselves: the recorded actions are taken one after the other in a world whose past is what the model said, and each
// answer is held against what the real environment showed at that turn.
//
//   node rollout.ts MODEL.gguf < trajectories.jsonl > answers.jsonl    (lwm/rollouts.py runs it and adds up)
import { createInterface } from 'node:readline'
import { exactMatch } from '../src/core/control/evaluate/metrics.ts'
import { fold } from '../src/core/domains/fold.ts'
import { checkAction, findDomain, findTemplate } from '../src/core/domains/index.ts'
import { OrreryError } from '../src/core/errors.ts'
import { answerLimit } from '../src/core/step/limits.ts'
import { MARKER, parse } from '../src/core/step/parse.ts'
import { buildPrompt } from '../src/core/step/prompt.ts'
import { makeStep } from '../src/core/tree/history.ts'
import { Setup, type Step } from '../src/core/tree/model.ts'
import { createLlamaEngine } from '../src/host/engines/llama.ts'

// Longer than any recorded observation: who says more than this has run away.
const MOST_TOKENS = 2048

const [modelPath] = process.argv.slice(2)
if (!modelPath) throw new Error('Say which model: node rollout.ts MODEL.gguf < trajectories.jsonl')
const engine = createLlamaEngine({ modelPath, name: 'rollout', hash: null, template: 'small', contextSize: 8192 })
const loading = engine.load?.({ signal: AbortSignal.timeout(300_000) })
// Before the clock runs: a first token that waits for the weights says nothing of the pace.
while (loading && !(await loading.next()).done);
for await (const line of createInterface({ input: process.stdin })) {
  const { recorder, family, seed, domain: name, initial_state, tools, turns } = JSON.parse(line)
  const domain = findDomain(name)
  const template = findTemplate(domain, 'small', 'small')
  const setup = Setup.parse({
    domain: name,
    initialState: initial_state,
    tools: tools ?? [],
    sampling: { temperature: 0, maxTokens: MOST_TOKENS }
  })
  const chain: Step[] = []
  for (const [index, turn] of turns.entries()) {
    const action = checkAction(domain, turn.action)
    const truth = parse(`${MARKER}\n${turn.observation}`, { expectTags: false }).observation
    const known = domain.prediction.prefill(action, fold(domain, setup, chain))
    const began = performance.now()
    let [raw, first, tokens, ending]: [string, number | null, number, string] = ['', null, 0, 'end']
    const prefill = `${MARKER}\n${known}`
    try {
      for await (const event of engine.generate(
        {
          messages: buildPrompt(domain, template, setup, chain, action).messages,
          prefill,
          thinking: false,
          stop: template.stop,
          sampling: { ...setup.sampling, maxTokens: answerLimit(domain, template, setup) },
          seed: 0,
          strict: false,
          repeats: template.repeats,
          shape: { tags: false, schema: null },
          trace: false,
          owner: 'rollout',
          parent: chain.at(-1)?.id ?? null,
          action
        },
        { signal: AbortSignal.timeout(300_000) }
      )) {
        if (event.type === 'text') {
          raw += event.text
          if (raw.length > prefill.length) first ??= performance.now() - began
        }
        if (event.type === 'done') [tokens, ending] = [event.tokens.generated, event.cut ?? 'end']
      }
    } catch (error) {
      if (!(error instanceof OrreryError) || !['no-output', 'context-full'].includes(error.code)) throw error
      ending = error.code
    }
    const said = parse(raw, { expectTags: false }).observation
    const answer = {
      kind: `${recorder}/${family}`,
      seed,
      turn: index + 1,
      exact: exactMatch(said, truth),
      normalised: exactMatch(domain.normalise(said), domain.normalise(truth)),
      ending: said ? ending : 'no-output',
      tokens,
      first: first === null ? null : Math.round(first),
      ms: Math.round(performance.now() - began)
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`)
    // A world goes on from what was said; where nothing was, the session is over.
    if (!said) break
    chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text: said }))
  }
}
await engine.dispose()
