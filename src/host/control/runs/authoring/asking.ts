// One turn of a role: the model is asked, and what its answer asks for is done. What it wrote runs in the sandbox of programs, nowhere else.
import { type NextTurn, turnTold, type Work } from '../../../../core/control/authoring/loop.ts'
import type { AskedTurn, AuthorOptions, TriedProgram } from '../../../../core/control/authoring/report.ts'
import { blockIn, edited, type RoleBlock, testsIn, turnsAsked } from '../../../../core/control/authoring/roles.ts'
import { passes, scoreOf, scoreTold } from '../../../../core/control/authoring/score.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { clip } from '../../../../core/tree/cut.ts'
import type { Message } from '../../../../core/tree/ports.ts'
import type { ProgramChoice } from '../../../../core/tree/program.ts'
import { playAll } from '../../../grounds/programs/playing.ts'
import type { RunContext } from '../kind.ts'
import type { Material } from './material.ts'
import { played, setupOf, shownIn } from './playing.ts'
import { tested } from './testing.ts'

export interface RoleAsking {
  context: RunContext
  material: Material
  options: AuthorOptions
}

type Came = Omit<AskedTurn, 'did' | 'role' | 'round' | 'step' | 'writer' | 'said' | 'tokens' | 'modelMs' | 'ms'>

const NOTHING: Came = {
  ...{ told: '', program: null, shown: null, tested: null, tests: null, notes: null, passes: null, over: false }
}

export async function asked(asking: RoleAsking, work: Work, next: NextTurn, signal: AbortSignal): Promise<AskedTurn> {
  const started = performance.now()
  const { messages, ...place } = next
  const { said, tokens } = await answerTo(asking, messages, next.writer, signal)
  const modelMs = Math.round(performance.now() - started)
  const came = await done(asking, work, { ...next, said }, blockIn(said) ?? plainIn(next, said), signal)
  return { did: 'asked', ...place, said, ...came, tokens, modelMs, ms: Math.round(performance.now() - started) }
}

// Agent2World, 4.2: temperature 0 and top_p 1. Programs that are written apart from each other have to differ.
const ALIKE = { temperature: 0, topK: 1, topP: 1 }
const APART = { temperature: 0.8, topK: 40, topP: 0.95 }

/** @throws OrreryError cancelled; as `Engine.generate` */
async function answerTo(
  { context, options }: RoleAsking,
  messages: Message[],
  writer: number,
  signal: AbortSignal
): Promise<{ said: string; tokens: AskedTurn['tokens'] }> {
  let said = ''
  let tokens = { prompt: 0, generated: 0 }
  const apart = options.mode === 'best-of' && options.best > 1
  const answer = context.engine.generate(
    {
      messages,
      ...{ prefill: '', thinking: false, tagged: false, stop: [], repeats: 4, trace: false, strict: true },
      shape: { tags: false, schema: null },
      sampling: { ...(apart ? APART : ALIKE), maxTokens: options.maxTokens },
      ...{ seed: (options.seed + writer) % 2 ** 31, fresh: apart, owner: 'author', parent: null, action: null }
    },
    { signal }
  )
  for await (const event of answer) {
    if (event.type === 'text') said += event.text
    if (event.type === 'done') tokens = { prompt: event.tokens.prompt, generated: event.tokens.generated }
  }
  // Not every engine fails when it is stopped: some end early.
  if (signal.aborted) throw new OrreryError('cancelled', 'The work was stopped.')
  return { said, tokens }
}

/** A verdict, or notes of more than a word, without their fences, as small models write them. */
function plainIn({ role }: NextTurn, said: string): RoleBlock | null {
  if (role === 'play' && /^\s*(?:PASS|FAIL)\b/.test(said)) return { name: 'verdict', text: said }
  return role === 'researcher' && /\S\s+\S/.test(said) ? { name: 'notes', text: said } : null
}

async function done(
  asking: RoleAsking,
  work: Work,
  { role, said }: NextTurn & { said: string },
  block: RoleBlock | null,
  signal: AbortSignal
): Promise<Came> {
  if (!block) return { ...NOTHING, told: `Your answer has no block. ${formOf(role, said)}` }
  if (!BLOCKS[role].includes(block.name))
    return {
      ...NOTHING,
      told: `There is no block "${clip(block.name, 40)}" here. ${formOf(role, said)}`
    }
  switch (block.name) {
    case 'yaml':
    case 'js':
      return judged(
        asking,
        work,
        { language: block.name === 'yaml' ? 'data' : 'javascript', version: 1, text: `${block.text}\n` },
        signal
      )
    case 'edit': {
      const text = work.program && edited(work.program.text, block.text)
      if (!work.program || text === null)
        return {
          ...NOTHING,
          told: 'The lines before ==== do not stand in the program exactly once. Copy them as they are, or write the program anew.'
        }
      return judged(asking, work, { ...work.program, text }, signal)
    }
    case 'done':
      return work.program
        ? { ...(await judged(asking, work, work.program, signal)), over: true }
        : { ...NOTHING, told: 'There is no program yet.' }
    case 'play':
      return { ...NOTHING, told: await playing(asking, work.program, block.text, signal) }
    case 'read':
      return { ...NOTHING, told: reading(asking.material, block.text) }
    case 'notes':
      return { ...NOTHING, notes: block.text, over: true }
    case 'tests': {
      const { tests, problems } = testsIn(block.text)
      if (!tests.length) return { ...NOTHING, told: problems.join('\n') || 'The list is empty.' }
      const result =
        work.program && (await tested(asking.context.programs, asking.material, work.program, tests, signal))
      return { ...NOTHING, tests, tested: result, told: problems.join('\n'), over: true }
    }
    default:
      return { ...NOTHING, passes: /^\s*PASS\b/.test(block.text), over: true }
  }
}

const BLOCKS: Readonly<Record<NextTurn['role'], readonly string[]>> = {
  researcher: ['read', 'notes'],
  developer: ['yaml', 'js', 'edit', 'play', 'done'],
  single: ['yaml', 'js', 'edit', 'play', 'read', 'done'],
  unit: ['tests'],
  play: ['play', 'verdict']
}

/** How a block is written; of those that the role may write, the one that it named. */
function formOf(role: NextTurn['role'], said: string): string {
  const names = BLOCKS[role]
  const name = names.find((one) => said.includes(one)) ?? names[0]
  return `A block is a line \`\`\`${name}, then what you have to say, then a line \`\`\`. Its name is one of: ${names.join(', ')}.`
}

/** A program on the turns that are shown and on the tests that there are, told to whoever wrote it. */
async function judged(
  { context, material, options }: RoleAsking,
  { tests }: Work,
  program: ProgramChoice,
  signal: AbortSignal
): Promise<Came> {
  const { programs } = context
  const one = await tried(programs, material, { by: '', program }, signal)
  if (one.problem !== undefined) return { ...NOTHING, told: `The program cannot begin: ${one.problem}` }
  const result = tests.length ? await tested(programs, material, program, tests, signal) : null
  const { shown, wrong } = one
  const told = [
    'The program begins.',
    shown && `It is right in ${scoreTold(shown)} recorded turns.`,
    ...wrong,
    result && `${result.passed} of ${tests.length} tests pass.`,
    ...(result?.failed.slice(0, MOST_WRONG).map(({ name, why }) => `- ${name}: ${why}`) ?? [])
  ]
  const isOver = options.mode !== 'full' || (shown !== null && passes(shown) && !result?.failed.length)
  const single = options.mode === 'single' && !(shown !== null && shown.right === shown.turns)
  return { ...NOTHING, told: told.filter(Boolean).join('\n'), program, shown, tested: result, over: isOver && !single }
}

// As many as are mended at once.
const MOST_WRONG = 6
const MOST_SHOWN = 500

/** The program on the turns that are shown, with the first of those in which it is wrong. @throws OrreryError cancelled */
export async function tried(
  programs: RunContext['programs'],
  material: Material,
  { by, program }: Pick<TriedProgram, 'by' | 'program'>,
  signal: AbortSignal
): Promise<TriedProgram & { wrong: string[] }> {
  const { recordings } = material
  const part = { ...material, recordings: recordings.map((one) => ({ ...one, turns: one.turns.slice(0, one.shown) })) }
  if (!recordings.length) {
    try {
      await playAll(programs, setupOf(part, program), [], signal)
      return { by, program, shown: null, wrong: [] }
    } catch (error) {
      if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
      return { by, program, shown: null, problem: error.message, wrong: [] }
    }
  }
  const scores = await played(programs, part, program, signal)
  if ('problem' in scores) return { by, program, shown: null, problem: scores.problem, wrong: [] }
  const wrong = part.recordings.flatMap(({ turns }, index) =>
    turns.flatMap(({ label, text }, at) => {
      const score = scores[index]?.[at]
      if (!score || score.right) return []
      const said = score.text ?? score.problem ?? '(nothing: no rule takes it)'
      return [
        `Recording ${index + 1}, turn ${at + 1}: > ${label}\nrecorded: ${clip(text, MOST_SHOWN)}\nthe program: ${clip(said, MOST_SHOWN)}`
      ]
    })
  )
  return { by, program, shown: scoreOf(shownIn(part.recordings, scores)), wrong: wrong.slice(0, MOST_WRONG) }
}

// More lines than a tester plays in one go.
const MOST_LINES = 30

async function playing(
  { context, material }: RoleAsking,
  program: ProgramChoice | null,
  text: string,
  signal: AbortSignal
): Promise<string> {
  if (!program) return 'There is no program yet.'
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, MOST_LINES)
  try {
    const turns = await playAll(context.programs, setupOf(material, program), lines, signal)
    return turns
      .map(
        ({ text: shown, problem }, at) =>
          `> ${lines[at]}\n${clip(shown ?? problem ?? '(nothing: no rule takes it)', MOST_SHOWN)}`
      )
      .join('\n')
  } catch (error) {
    if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
    return `The program cannot begin: ${error.message}`
  }
}

function reading({ recordings }: Material, text: string): string {
  const wanted = turnsAsked(text)
  const recording = wanted && recordings[wanted.recording - 1]
  if (!wanted || !recording)
    return `Name a recording from 1 to ${recordings.length} and its turns: recording 1 turns 5-20.`
  const shown = recording.turns.slice(0, recording.shown)
  const lines = shown
    .map((turn, at) => turnTold(turn.label, turn.text, at + 1, 2000))
    .slice(wanted.from - 1, Math.min(wanted.to, wanted.from + 19))
  return lines.join('\n') || `Recording ${wanted.recording} has ${shown.length} turns.`
}
