// Reads AgentWorldBench JSONL: samples that are turns of one trajectory become one session.
//
// Kept: every action and observation, character for character, so the same trajectory has the same step ids as where it
// came from; turn-level instructions, in provenance. The system prompt is kept as initial state and instruction where one of
// Orrery's templates made it; any other is kept whole in the session's notes, for its components cannot be told apart. Not in
// the format, so not kept: titles, other branches, seeds, thinking.
import { z } from 'zod'
import { makeStep } from '../history.ts'
import { type Branch, type Call, Setup, type Step } from '../model.ts'
import type { Domain, Importer, Tree } from '../plugins.ts'
import { readUserTurn } from '../prompt.ts'
import { createSkips, lines, readLine, resting } from './lines.ts'
import { domainOf, readResponse, readSetup, Sample } from './samples.ts'

export const agentworldbench: Importer = {
  name: 'agentworldbench',
  title: 'AgentWorldBench samples',
  recognises: (line) => /^\s*\{/.test(line) && ['"task"', '"prompt"', '"turn_idx"'].every((key) => line.includes(key)),

  async parse(text, options) {
    const skips = createSkips()
    const rest = resting(options)
    const turns: Turns = new Map()
    let last: Path = []
    for (const line of lines(text)) {
      await rest(line.text.length)
      const read = readLine(line, Sample)
      const path = 'skipped' in read ? read.skipped.reason : await readPath(read.value, last)
      if (typeof path === 'string') {
        if (skips.add({ line: line.number, reason: path })) break
        continue
      }
      add(path, turns)
      last = path
    }
    const trees: Tree[] = []
    for (const turn of turns.values()) {
      if (turn.followed) continue
      await rest(turn.prompt.length * turn.depth)
      trees.push(session(turn, options))
    }
    return { trees, ...skips.report() }
  }
}

/** A turn of one or more samples. Samples that extend each other share turns, because equal pasts have equal ids. */
interface Turn {
  step: Step
  before: Turn | null
  depth: number
  domain: Domain
  /** The sample that asks for this turn; else the first that holds it. */
  sample: Sample
  prompt: string
  response: string
  instruction: string
  followed: boolean
}
/** By domain and step id. */
type Turns = Map<string, Turn>
/** A sample's turns in order. */
type Path = Omit<Turn, 'before' | 'followed'>[]

/** Reads a sample's turns, or says why that cannot be done. What it shares with the sample read before is not read again. */
async function readPath(sample: Sample, last: Path): Promise<Path | string> {
  const domain = domainOf(sample)
  if (!domain) return `There is no domain for the task "${sample.task}".`
  const path: Path = []
  let shared = true
  for (const [index, prompt] of sample.prompt.slice(0, sample.response.length).entries()) {
    const response = sample.response[index]!
    const seen = last[index]
    shared &&= seen?.domain === domain && seen.prompt === prompt && seen.response === response
    if (shared && seen) {
      path.push({ ...seen, sample })
      continue
    }
    try {
      const observation = { text: readResponse(response) }
      const { action, instruction } = readUserTurn(prompt)
      const step = await makeStep(path.at(-1)?.step.id ?? null, domain.read(action), observation)
      path.push({ step, depth: index + 1, domain, sample, prompt, response, instruction })
    } catch (error) {
      const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
      return `Turn ${index + 1} holds no ${domain.id} action: ${problem.replaceAll('\n', ' ')}`
    }
  }
  return path
}

function add(path: Path, turns: Turns): void {
  let before: Turn | null = null
  for (const found of path) {
    const key = `${found.domain.id} ${found.step.id}`
    const turn: Turn = turns.get(key) ?? { ...found, before, followed: false }
    if (found.depth === found.sample.turn_idx) turn.sample = found.sample
    turn.instruction ||= found.instruction
    if (before) before.followed = true
    turns.set(key, turn)
    before = turn
  }
}

/** The trajectory that ends in `last`, as a session with one branch. */
function session(last: Turn, { title, now, fresh }: { title?: string; now: number; fresh: () => string }): Tree {
  const { domain, sample, depth } = last
  const ids = { session: fresh(), branch: fresh() }
  const id = String(sample.id)
  const foreign = sample.system_str !== '' && !readSetup(domain, sample).known
  const chain: Turn[] = []
  for (let turn: Turn | null = last; turn; turn = turn.before) chain.push(turn)
  chain.reverse()
  // A sample's prompt is as long as it likes, and stands for all of its turns: it is read once.
  const rules = new Map<Sample, ReturnType<typeof rulesOf>>()
  const calls = chain.map((turn): Call => {
    const known = rules.get(turn.sample) ?? rulesOf(domain, turn.sample)
    rules.set(turn.sample, known)
    return { ...provenance(turn, known), ...ids, id: fresh(), createdAt: now }
  })
  const branch: Branch = {
    id: ids.branch,
    session: ids.session,
    title: 'main',
    tip: last.step.id,
    fork: null,
    setup: calls.at(-1)!.setup,
    createdAt: now
  }
  return {
    session: {
      id: ids.session,
      // Samples of one trajectory are often told apart by their turn at the end of the id.
      title: title ?? (withoutTurn(id, depth) || id),
      notes: foreign ? `System prompt of the imported samples:\n\n${sample.system_str}` : '',
      domain: domain.id,
      createdAt: now,
      updatedAt: now
    },
    branches: [branch],
    steps: chain.map(({ step }) => step),
    calls
  }
}

/** `swe/31_4` without its turn 4. */
function withoutTurn(id: string, turn: number): string {
  if (!id.endsWith(String(turn))) return id
  const rest = id.slice(0, -String(turn).length)
  return /[/_.:-]$/.test(rest) ? rest.slice(0, -1) : rest
}

/** The rules under which a sample's turns were made, and the template they name. */
function rulesOf(domain: Domain, sample: Sample): Pick<Call, 'setup' | 'template'> {
  const { template = 'auto', ...said } = readSetup(domain, sample).setup
  return { setup: Setup.parse({ domain: domain.id, ...said }), template }
}

function provenance(
  { step, response, instruction }: Turn,
  { setup, template }: ReturnType<typeof rulesOf>
): Omit<Call, 'id' | 'session' | 'branch' | 'createdAt'> {
  return {
    step: step.id,
    engine: 'import',
    model: { name: 'agentworldbench', hash: null },
    seed: 0,
    setup,
    template,
    instruction,
    firings: [],
    raw: response,
    thinking: '',
    warnings: [],
    tokens: { prompt: 0, cached: 0, generated: 0 },
    ms: { first: 0, total: 0 },
    trace: null
  }
}
