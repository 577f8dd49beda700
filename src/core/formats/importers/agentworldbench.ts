// Reads AgentWorldBench JSONL: samples that are turns of one trajectory become one session.
//
// Kept: every action and observation, character for character, so the same trajectory has the same step ids as where it
// came from; turn-level instructions, in provenance. The system prompt is kept as initial state and instruction where one of
// Orrery's templates made it; any other is kept whole, in the setup and the session's notes, for its components cannot be told apart, and
// with it each prompt as it stands. An action that the domain cannot read is kept as text, and counted. Not in the format, so not kept:
// titles, other branches, seeds, thinking.

import { z } from 'zod'
import type { Domain } from '../../domains/domain.ts'
import { readUserTurn } from '../../step/turns.ts'
import { wordingOf } from '../../text/closings.ts'
import { sentenceOf } from '../../text/issues.ts'
import { present } from '../../text/present.ts'
import { contentId, makeStep } from '../../tree/history.ts'
import { type Action, type BenchRecord, type Branch, type Call, Setup, type Step } from '../../tree/model.ts'
import { unread } from '../../tree/unread.ts'
import type { Importer, ImportOptions, SessionTree } from '../importing.ts'
import { lines, linesOf, readLine } from './lines.ts'
import { toolsOf } from './recorded.ts'
import { domainOf, readResponse, readSetup, Sample } from './samples.ts'

const Options = z.strictObject({})

export const agentworldbench: Importer<typeof Options> = {
  name: 'agentworldbench',
  title: 'AgentWorldBench samples',
  options: Options,

  recognise({ head }) {
    for (const { text, cut } of lines(head).slice(0, 5)) {
      const has = (...keys: string[]) => /^\s*\{/.test(text) && keys.every((key) => text.includes(`"${key}"`))
      const found = { format: 'AgentWorldBench samples', sure: 'certain' } as const
      if (has('task', 'prompt', 'turn_idx')) return found
      // A sample holds its whole past: the line may be longer than the beginning that is seen here.
      if (cut && has('task', 'prompt')) return { ...found, sure: 'likely' }
    }
    return null
  },

  async *read(file, reading) {
    const turns: Turns = new Map()
    const dropped = new Map<string, number>()
    let last: Path = []
    for await (const line of linesOf(file.text())) {
      const read = readLine(line, Sample)
      const found = 'skipped' in read ? read.skipped.reason : await readPath(read.value, last)
      if (typeof found === 'string') yield { type: 'problem', line: line.number, reason: found }
      else {
        const { path, missing } = found
        if ('value' in read) for (const key of strangers(read.value)) dropped.set(key, (dropped.get(key) ?? 0) + 1)
        if (missing > 0) yield { type: 'dropped', what: 'the turns before the first one of a sample', count: missing }
        add(path, turns)
        last = path
      }
    }
    for (const [key, count] of dropped) yield { type: 'dropped', what: `the field "${key}"`, count }
    for (const [what, count] of unreadIn(turns)) yield { type: 'understood', what, count }
    for (const turn of turns.values()) if (!turn.followed) yield { type: 'tree', tree: await session(turn, reading) }
  }
}

/** Fields of a sample that no session has room for. */
function strangers(sample: Sample): string[] {
  return Object.keys(sample).filter((key) => !Object.hasOwn(Sample.shape, key))
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
  /** Why the domain cannot read the action, which is then kept as text. */
  misread: string | null
  /** Chooses the wording of the closing block again. */
  seed: number
  /** It is what the sample asks for, without so many of the oldest turns. */
  asks: { leftOut: number } | null
  followed: boolean
}
/** By domain and step id. */
type Turns = Map<string, Turn>
/** A sample's turns in order. */
type Path = Omit<Turn, 'before' | 'followed'>[]

/** Reads a sample's turns, or says why that cannot be done. What it shares with the sample read before is not read again. */
async function readPath(sample: Sample, last: Path): Promise<{ path: Path; missing: number } | string> {
  const domain = domainOf(sample)
  if (!domain) return `There is no domain for the task "${sample.task}".`
  const before = await leftOutOf(sample, domain, last)
  const path: Path = before.map((turn) => ({ ...turn, sample, asks: null }))
  let shared = true
  for (const [index, prompt] of sample.prompt.entries()) {
    const response = sample.response[index]
    if (response === undefined) break
    const seen = last[before.length + index]
    const asks = index === sample.turn_idx - 1 ? { leftOut: before.length } : null
    shared &&= seen?.domain === domain && seen.prompt === prompt && seen.response === response
    if (shared && seen) {
      path.push({ ...seen, sample, asks })
      continue
    }
    const observation = { text: readResponse(response) }
    const { action: told, instruction, closing } = readUserTurn(prompt)
    if (!told) return `Turn ${index + 1} holds no action.`
    const { action, misread } = readAction(domain, told)
    const step = await makeStep(path.at(-1)?.step.id ?? null, action, observation)
    path.push({
      step,
      depth: path.length + 1,
      domain,
      sample,
      prompt,
      response,
      instruction,
      misread,
      asks,
      seed: wordingOf(closing)
    })
  }
  return { path, missing: (sample.left_out ?? 0) - before.length }
}

/** The action, or its text where it is none of the domain, and why. */
function readAction(domain: Domain, told: string): { action: Action; misread: string | null } {
  try {
    return { action: domain.read(told), misread: null }
  } catch (error) {
    const problem = error instanceof z.ZodError ? sentenceOf(error) : String(error)
    return { action: unread(told), misread: `No ${domain.id} action: ${problem}` }
  }
}

/** How many actions were kept as text, in words, for each domain. */
function unreadIn(turns: Turns): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { misread, domain } of turns.values()) {
    const what = `actions kept as text, because they are none of the ${domain.id} domain`
    if (misread !== null) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return counts
}

/** The turns that a sample leaves out, where the sample before it holds them: it is then of the same trajectory, and all they share agrees. */
async function leftOutOf(sample: Sample, domain: Domain, last: Path): Promise<Path> {
  const count = sample.left_out ?? 0
  const end = last.at(-1)
  if (!end || end.domain !== domain || last.length < count) return []
  if (withoutTurn(String(end.sample.id), end.depth) !== withoutTurn(String(sample.id), sample.turn_idx + count))
    return []
  for (const [index, { step }] of last.slice(count, count + sample.turn_idx).entries()) {
    const [prompt, response] = [sample.prompt[index], sample.response[index]]
    if (prompt === undefined || response === undefined) return []
    const { action } = readAction(domain, readUserTurn(prompt).action)
    const text = readResponse(response)
    if ((await makeStep(step.parent, action, { text })).id !== step.id) return []
  }
  return last.slice(0, count)
}

function add(path: Path, turns: Turns): void {
  let before: Turn | null = null
  for (const found of path) {
    const key = `${found.domain.id} ${found.step.id}`
    const turn: Turn = turns.get(key) ?? { ...found, before, followed: false }
    const { sample, asks, prompt, response } = found
    if (asks) Object.assign(turn, { sample, asks, prompt, response })
    turn.instruction ||= found.instruction
    turn.seed ||= found.seed
    if (before) before.followed = true
    turns.set(key, turn)
    before = turn
  }
}

/** The trajectory that ends in `last`, as a session with one branch. All its ids come from what the samples say. */
async function session(last: Turn, { title, now }: Pick<ImportOptions, 'title' | 'now'>): Promise<SessionTree> {
  const { domain, sample, depth } = last
  const id = String(sample.id)
  const noted = sample.system_str !== '' && !readSetup(domain, sample).known
  const chain: Turn[] = []
  for (let turn: Turn | null = last; turn; turn = turn.before) chain.push(turn)
  chain.reverse()
  const [first = last] = chain
  const made = await contentId(['agentworldbench', domain.id, last.step.id, sample.system_str])
  const ids = { session: made, branch: await contentId([made, 'main']) }
  // A sample's prompt is as long as it likes, and stands for all of its turns: it is read once.
  const rules = new Map<Sample, ReturnType<typeof rulesOf>>()
  const calls: Call[] = []
  const called = chain.flatMap(({ step }) => Named.safeParse(step.action).data?.name ?? [])
  for (const turn of chain) {
    // What turn 1 says of the world holds for samples that leave it out, too.
    const { sample } = turn
    const whole = {
      ...sample,
      tools: sample.tools ?? first.sample.tools,
      ...(sample.left_out && { prompt: [first.prompt] })
    }
    const known = rules.get(sample) ?? rulesOf(domain, whole, called)
    rules.set(sample, known)
    calls.push({ ...provenance(turn, known), ...ids, id: await contentId([made, turn.step.id]), createdAt: now })
  }
  const branch: Branch = {
    id: ids.branch,
    session: ids.session,
    title: 'main',
    tip: last.step.id,
    fork: null,
    setup: present(calls.at(-1)).setup,
    createdAt: now
  }
  return {
    session: {
      id: ids.session,
      // Samples of one trajectory are often told apart by their turn at the end of the id.
      title: title ?? (withoutTurn(id, depth) || id),
      notes: noted ? `System prompt of the imported samples:\n\n${sample.system_str}` : '',
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

/** An action that calls a tool. */
const Named = z.object({ name: z.string() })

interface Rules extends Pick<Call, 'setup' | 'template'> {
  /** Made by a program other than Orrery: its prompts are kept as they stand. */
  foreign: boolean
}

/** The rules under which a sample's turns were made, and the template they name. The tools of another program's prompt are those that are called. */
function rulesOf(domain: Domain, sample: Sample, called: string[]): Rules {
  const { known, setup } = readSetup(domain, sample)
  const { template = 'auto', ...said } = setup
  // Without a prompt that says otherwise, tools that go by the usual names are the usual ones.
  const usual = domain.tools?.of(Setup.parse({ domain: domain.id })).map(({ name }) => name) ?? []
  const isUsual = sample.system_str === '' && called.every((name) => usual.includes(name))
  const tools = domain.tools && !isUsual ? { tools: toolsOf([], called) } : {}
  const own = known ? {} : { system: sample.system_str, ...tools }
  return { setup: Setup.parse({ domain: domain.id, ...said, ...own }), template, foreign: !known }
}

function provenance(
  { step, sample, prompt, response, instruction, asks, seed, misread }: Turn,
  { setup, template, foreign }: Rules
): Omit<Call, 'id' | 'session' | 'branch' | 'createdAt'> {
  return {
    step: step.id,
    engine: 'import',
    model: { name: 'agentworldbench', hash: null },
    seed,
    setup,
    template,
    instruction,
    firings: [],
    raw: response,
    thinking: '',
    warnings: misread === null ? [] : [misread],
    tokens: { prompt: 0, cached: 0, generated: 0 },
    ms: { first: 0, total: 0 },
    trace: null,
    ...(asks && asks.leftOut > 0 && { leftOut: asks.leftOut }),
    ...(foreign && { record: { prompt, ...(asks && { asked: askedIn(sample) }) } })
  }
}

function askedIn({ task, id, current_prompt: current, total_turns: total }: Sample): NonNullable<BenchRecord['asked']> {
  return { task, id, current, ...(total !== undefined && { total }) }
}
