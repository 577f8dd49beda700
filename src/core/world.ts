// The one path: an action goes in, the world's answer streams out, and a step is committed. Start reading here.
//
//   action -> validate -> perturb (may answer, instruct) -> prompt -> engine -> stream -> parse -> perturb (may alter) -> commit
import { findDomain, findTemplate, readAction } from './domains/index.ts'
import { NO_OUTPUT, OrreryError, toWire } from './errors.ts'
import { draw, fold, makeStep, stepSeed } from './history.ts'
import type { Action, Branch, Call, Draft, Firing, StepEvent, StepId, StepInput } from './model.ts'
import { createParser, type Delta, MARKER } from './parse.ts'
import { findPerturbation } from './perturbations/index.ts'
import type { Effect, Moment } from './plugins.ts'
import type { Clock, Engine, Names, Store } from './ports.ts'
import { buildPrompt } from './prompt.ts'

/** What a step happens in. */
export interface World {
  store: Store
  engine: Engine
  clock: Clock
  names: Names
  /** Branches with a step in flight; `step` keeps it. */
  inFlight: Set<string>
}

// What streamed is saved this often, so that a crash costs a quarter of a second of text and the disk is left alone.
const DRAFT_MS = 250

/**
 * Runs one step: everything that happens comes as events, the last is `committed` or `failed`. Acting from a step that is not
 * the branch's tip makes a new branch there. Nothing is stored before the commit but a draft; after a failure the
 * tree is as it was and the draft holds what was streamed.
 * @throws OrreryError not-found for an unknown branch or step; busy when a step is in flight on this branch
 */
export async function* step(
  world: World,
  input: StepInput,
  { signal }: { signal: AbortSignal }
): AsyncGenerator<StepEvent> {
  const { store, engine, clock, names, inFlight } = world
  const branch = store.branch(input.branch)
  if (branch.session !== input.session) {
    throw new OrreryError('not-found', `There is no branch "${branch.title}" in this world. Open the world again.`)
  }
  const { setup } = branch
  const parent = input.from === undefined ? branch.tip : input.from
  const chain = store.chain(parent)
  const domain = findDomain(setup.domain)
  const started = clock.now()

  let action: Action
  try {
    action = readAction(domain, input.action)
  } catch (error) {
    yield failed(error, null)
    return
  }
  if (inFlight.has(branch.id)) {
    throw new OrreryError('busy', `A step is still running on "${branch.title}". Wait for it, or cancel it first.`)
  }
  inFlight.add(branch.id)

  let draft: Draft = {
    id: names.next(),
    session: branch.session,
    branch: branch.id,
    parent,
    action,
    instruction: input.instruction ?? '',
    raw: '',
    status: 'running',
    reason: '',
    updatedAt: started
  }
  let settled = false
  try {
    store.saveDraft(draft)
    const template = findTemplate(domain, setup.template, engine.info().template)
    const state = fold(domain, setup, chain)
    const seed = input.seed ?? (await stepSeed(setup.seed, parent))
    const disturbed = await disturbances(branch, seed, {
      action,
      label: domain.label(action),
      state,
      depth: chain.length
    })
    for (const firing of disturbed.firings) yield { type: 'fired', firing }

    const instruction = [draft.instruction, ...disturbed.instructions].filter(Boolean).join('\n')
    const { messages } = buildPrompt(domain, template, setup, chain, action, { instruction })
    const known = template.prefill ? domain.prefill(state, action) : ''
    const prefill = template.prefill ? `${MARKER}\n${known}` : ''
    const request = {
      messages,
      prefill,
      thinking: template.thinking,
      stop: template.stop,
      sampling: setup.sampling,
      seed,
      strict: setup.strict,
      repeats: template.repeats,
      shape: { tags: false, schema: null },
      trace: input.trace ?? false,
      owner: branch.session,
      parent,
      action
    }
    const answer = disturbed.answer === null ? engine.generate(request, { signal }) : answeredBy(disturbed.answer)

    const parser = createParser({ expectTags: template.thinking })
    const warnings: string[] = []
    let done: Parameters<typeof callOf>[0]['done'] | null = null
    let first = 0
    for await (const event of answer) {
      switch (event.type) {
        case 'text': {
          const deltas = parser.push(event.text)
          first ||= clock.now() - started
          draft = { ...draft, raw: draft.raw + event.text }
          if (clock.now() - draft.updatedAt >= DRAFT_MS) {
            draft = { ...draft, updatedAt: clock.now() }
            store.saveDraft(draft)
          }
          yield* deltas
          break
        }
        case 'done':
          done = event
          if (event.cut) warnings.push('The answer reached the token limit and was cut off there.')
          break
        case 'queued':
        case 'progress':
        case 'meter':
          yield event
          break
        default:
          event satisfies never
      }
    }
    if (!done)
      throw new OrreryError('engine-failed', 'The engine ended without finishing its answer. Try the step again.')

    const { deltas, raw, parsed } = parser.end()
    yield* deltas
    let text = parsed.observation
    if (!text) throw new OrreryError('no-output', NO_OUTPUT)
    for (const alter of disturbed.alterations) {
      const altered = alter(text)
      if (!altered) continue
      text = altered.text
      disturbed.firings.push(altered.firing)
      const replaced: Delta[] = [{ type: 'restart' }, { type: 'observation', text }]
      yield { type: 'fired', firing: altered.firing }
      yield* replaced
    }

    const made = await makeStep(parent, action, { text })
    const fork = parent === branch.tip ? null : forkOf(world, branch, made.id, parent)
    const total = clock.now() - started
    const call = callOf({
      id: names.next(),
      step: made.id,
      branch: fork ?? branch,
      done,
      seed,
      template: template.name,
      instruction,
      firings: disturbed.firings,
      raw,
      thinking: parsed.thinking,
      warnings: [...warnings, ...parsed.warnings],
      ms: { first, total },
      createdAt: clock.now()
    })
    store.commit({ step: made, call, branch: branch.id, expected: parent, fork, draft: draft.id })
    settled = true
    inFlight.delete(branch.id)
    yield { type: 'committed', step: made, call, branch: store.branch(fork?.id ?? branch.id) }
  } catch (error) {
    settled = true
    inFlight.delete(branch.id)
    yield failed(error, keep(error))
  } finally {
    // The listener went away in the middle: the same as cancelling. A settled step has left its branch already, and the next
    // may be on it.
    if (!settled) {
      inFlight.delete(branch.id)
      keep(new OrreryError('cancelled', 'The step was stopped.'))
    }
  }

  /** Leaves the draft with the reason it ended for; a draft that cannot be written must not hide that reason. */
  function keep(error: unknown): Draft {
    const { code, message } = toWire(error)
    draft = {
      ...draft,
      status: code === 'cancelled' ? 'cancelled' : 'failed',
      reason: message,
      updatedAt: clock.now()
    }
    try {
      store.saveDraft(draft)
    } catch (cause) {
      return { ...draft, reason: `${message} (The draft could not be saved: ${toWire(cause).message})` }
    }
    return draft
  }
}

/** What the branch's perturbations do to this step, in the order they are listed. The first answer wins. */
async function disturbances(branch: Branch, seed: number, seen: Omit<Moment, 'draw'>) {
  const firings: Firing[] = []
  const instructions: string[] = []
  const alterations: ((text: string) => { text: string; firing: Firing } | null)[] = []
  let answer: string | null = null
  for (const { name, options } of branch.setup.perturbations) {
    const perturbation = findPerturbation(name)
    // Each draw hangs on the perturbation's own name, so that adding one never shifts another's chances.
    const moment: Moment = { ...seen, draw: await draw(`${seed}|${name}`) }
    const answered: Effect | null = (answer === null && perturbation.answer?.(moment, options)) || null
    if (answered) {
      answer = answered.text
      firings.push({ name, effect: 'answer', draw: answered.draw, detail: answered.detail })
    }
    const instructed = perturbation.instruct?.(moment, options)
    if (instructed) {
      instructions.push(instructed.text)
      firings.push({ name, effect: 'instruct', draw: instructed.draw, detail: instructed.detail })
    }
    alterations.push((text) => {
      const altered = perturbation.alter?.(moment, text, options)
      if (!altered) return null
      return { text: altered.text, firing: { name, effect: 'alter', draw: altered.draw, detail: altered.detail } }
    })
  }
  return { answer, instructions, alterations, firings }
}

/** A perturbation's answer, told the way an engine tells it. */
async function* answeredBy(text: string): ReturnType<Engine['generate']> {
  yield { type: 'text', text: `${MARKER}\n${text}` }
  const tokens = { prompt: 0, cached: 0, generated: 0 }
  yield { type: 'done', tokens, cut: null, trace: null, engine: 'perturbation', model: { name: 'none', hash: null } }
}

function forkOf({ store, clock, names }: World, branch: Branch, tip: StepId, fork: StepId | null): Branch {
  const title = `branch ${store.branches(branch.session).length + 1}`
  return { ...branch, id: names.next(), title, tip, fork, createdAt: clock.now() }
}

function callOf({
  branch,
  done,
  ...rest
}: Omit<Call, 'branch' | 'session' | 'setup' | 'engine' | 'model' | 'tokens' | 'trace'> & {
  branch: Branch
  done: Pick<Call, 'engine' | 'model' | 'tokens' | 'trace'>
}): Call {
  const { engine, model, tokens, trace } = done
  return { ...rest, session: branch.session, branch: branch.id, setup: branch.setup, engine, model, tokens, trace }
}

function failed(error: unknown, draft: Draft | null): StepEvent {
  return { type: 'failed', error: toWire(error), draft }
}
