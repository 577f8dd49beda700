// A rule from play, proposed: by the model in use where there is one, else by the step alone; held against every step before it is shown to anybody.
import { blockIn, edited } from '../../../core/control/authoring/roles.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import { readScene } from '../../../core/observations/documents/scene.ts'
import { clip, unmarked } from '../../../core/tree/cut.ts'
import type { Call, Step } from '../../../core/tree/model.ts'
import type { Engine, Message } from '../../../core/tree/ports.ts'
import type { ProgramTest, ProgramUse } from '../../../core/tree/program.ts'
import { withRule } from './patch.ts'
import { type ProgramSetup, playTest, replay } from './playing.ts'
import { programUse } from './use.ts'
import type { WorldPrograms } from './world-programs.ts'

interface Taking {
  programs: WorldPrograms
  setup: ProgramSetup
  /** To the step that becomes a rule, which is the last. */
  chain: readonly Step[]
  callOf(step: Step['id']): Call | null
}

/** What a proposed version is, who wrote it, and why another one was not taken. */
interface ProposedRule {
  program: ProgramUse
  test: ProgramTest
  by: 'model' | 'rules'
  note: string | null
}

// A model that is wrong is told why, once.
const TRIES = 2
const MOST_SHOWN = 6000
const MOST_PROGRAM = 16_000
const MOST_TOKENS = 2048

/**
 * @param engine who is asked first; `null`: nobody
 * @throws OrreryError invalid-input for a step that the program answered, and where no rule holds; cancelled
 */
export async function proposedRule(taking: Taking, engine: Engine | null, signal: AbortSignal): Promise<ProposedRule> {
  const { setup, chain, callOf } = taking
  const step = chain.at(-1)
  if (!step || callOf(step.id)?.grounded?.rule !== 'not-handled')
    throw new OrreryError(
      'invalid-input',
      'The program did not leave this step to the model. Choose one that it did: it is marked "predicted".'
    )
  const whole = { ...step, observation: { ...step.observation, text: unmarked(step.observation.text) } }
  let note: string | null = null
  for (let tries = 0; engine && tries < TRIES; tries++) {
    try {
      const program = await written(engine, taking, whole, note, signal)
      return { ...(await held(taking, program, whole, signal)), by: 'model', note: null }
    } catch (error) {
      if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
      note = error.message
    }
  }
  const program = withRule(setup, whole)
  return {
    ...(await held(taking, program, whole, signal)),
    by: 'rules',
    note: note && `The model’s rule was not taken: ${note}`
  }
}

/** The program with its test, where it plays every step as it was. @throws OrreryError invalid-input, saying what comes out otherwise */
async function held(
  { programs, setup, chain, callOf }: Taking,
  program: ProgramUse,
  step: Step,
  signal: AbortSignal
): Promise<{ program: ProgramUse; test: ProgramTest }> {
  const domain = findDomain(setup.domain)
  const patched = { ...setup, program }
  const actions = chain.map(({ action }) => action)
  const answers: Record<string, never> = {}
  const name = `taken over: ${domain.label(step.action)}`.slice(0, 200)
  const asked = { name, actions, answers, observation: '' }
  const [difference] = await playTest(programs, patched, asked, signal)
  const observation = difference?.of === 'observation' ? difference.shown : ''
  const same = (text: string) => domain.normalise(domain.door === 'text' ? readScene(text).scene : text)
  if (same(observation) !== same(step.observation.text))
    throw new OrreryError(
      'invalid-input',
      `The rule does not come to what was shown, but to: ${clip(observation, 300)}`
    )
  const before = { chain: chain.slice(0, -1), callOf }
  for await (const { difference: other } of replay(programs, patched, before, signal))
    if (other)
      throw new OrreryError(
        'invalid-input',
        `Under the rule, turn ${other.turn} comes out otherwise: ${clip(other.problem ?? other.shown ?? 'it is left to the model', 300)}`
      )
  const test: ProgramTest = { name, actions, observation }
  return { program: { ...program, tests: [...(setup.program.tests ?? []), test] }, test }
}

/** The program as the model changes it. @throws OrreryError invalid-input for an answer that holds no program; as `Engine.generate` */
async function written(
  engine: Engine,
  taking: Taking,
  step: Step,
  wrong: string | null,
  signal: AbortSignal
): Promise<ProgramUse> {
  const { setup } = taking
  const { program } = setup
  const block = program.language === 'data' ? 'yaml' : program.language === 'javascript' ? 'js' : null
  if (block === null)
    throw new OrreryError('invalid-input', 'This program is written in a language that takes no rules.')
  let said = ''
  const answer = engine.generate(
    {
      messages: question(taking, step, block, wrong),
      ...{ prefill: '', thinking: false, tagged: false, stop: [], repeats: 4, trace: false, strict: true },
      shape: { tags: false, schema: null },
      sampling: { temperature: 0, topK: 1, topP: 1, maxTokens: MOST_TOKENS },
      ...{ seed: setup.seed, fresh: false, owner: 'rule', parent: null, action: null }
    },
    { signal }
  )
  for await (const event of answer) if (event.type === 'text') said += event.text
  if (signal.aborted) throw new OrreryError('cancelled', 'The question was stopped.')
  const found = blockIn(said)
  const text =
    found?.name === 'edit' ? edited(program.text, found.text) : found?.name === block ? `${found.text}\n` : null
  if (text === null)
    throw new OrreryError('invalid-input', `the answer held no block "${block}" and no edit that fits the program.`)
  const { hash: _, tests: __, ...rest } = program
  return programUse({ ...rest, text })
}

function question({ setup, chain }: Taking, step: Step, block: string, wrong: string | null): Message[] {
  const domain = findDomain(setup.domain)
  const { program } = setup
  if (program.text.length > MOST_PROGRAM)
    throw new OrreryError('invalid-input', 'the program is longer than a model is shown.')
  const before = chain
    .slice(-7, -1)
    .map(({ action, observation }) => `> ${domain.label(action)}\n${clip(observation.text, 600)}`)
  return [
    {
      role: 'system',
      content: `You extend the program of a simulated world by one rule. The program left an action open, and what happened is known. Write a rule that gives this answer in this state, and the fitting one in other states, and changes what has to change. Leave everything else as it is. Answer with one fenced block: \`\`\`edit with lines of the program, a line ====, and the lines in their place; or \`\`\`${block} with the whole program.`
    },
    {
      role: 'user',
      content: [
        `The program:\n\`\`\`${block}\n${program.text}\n\`\`\``,
        before.length > 0 && `What was done before:\n${clip(before.join('\n'), MOST_SHOWN)}`,
        `The action that it leaves open:\n${JSON.stringify(step.action)}`,
        `What it has to answer:\n${clip(step.observation.text, MOST_SHOWN)}`,
        wrong && `Your last rule was not taken: ${wrong}`
      ]
        .filter(Boolean)
        .join('\n\n')
    }
  ]
}
