// The one path: an action goes in, the world's answer streams out, and a step is committed. Start reading here.
//
//   action -> validate -> perturb (may answer, instruct) -> [certain without a model] -> prompt -> engine -> stream -> parse -> perturb (may alter) -> commit
import { leaveOut, load, withWayOut } from './compact.ts'
import { clip, createGate, type Ending, endingWarning, marked, noObservation, noTrace } from './cut.ts'
import { findDomain, findTemplate, readAction } from './domains/index.ts'
import { OrreryError, toWire } from './errors.ts'
import { fold, makeStep, stepSeed } from './history.ts'
import { labelOf } from './label.ts'
import type { Action, Branch, Call, Draft, StepEvent, StepId, StepInput, Tokens } from './model.ts'
import { blockOf, MARKER } from './parse.ts'
import { createParser } from './parser.ts'
import { perturb } from './perturb.ts'
import type { Domain, Template } from './plugins.ts'
import type { Clock, Engine, EngineEvent, Names, Store } from './ports.ts'
import { buildPrompt, mayCount, shapeOf } from './prompt.ts'
import { misfit } from './schema.ts'

/** What a step happens in. */
export interface World {
  store: Store
  engine: Engine
  clock: Clock
  names: Names
  /** Branches with a step in flight; `step` keeps it. */
  inFlight: Set<string>
  /** Templates of a domain beside its own: those of prompt packs. */
  templates?(domain: Domain): Template[]
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
  const started = clock.ticks()

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
    updatedAt: clock.now()
  }
  let saved = started
  let settled = false
  try {
    store.saveDraft(draft)
    const { template: suited } = engine.info()
    const template = findTemplate(domain, setup.template, suited, world.templates?.(domain))
    const state = fold(domain, setup, chain)
    const seed = input.seed ?? (await stepSeed(setup.seed, parent))
    const before = chain.at(-1)?.observation.text ?? setup.initialState
    const seen = { action, label: labelOf(domain, action, before), state, depth: chain.length }
    const disturbed = await perturb(branch, seed, seen)
    for (const firing of disturbed.firings) yield { type: 'fired', firing }

    const instruction = [draft.instruction, ...disturbed.instructions].filter(Boolean).join('\n')
    const asked = { domain, template, setup, chain, action, instruction }
    const fresh = input.seed !== undefined
    const held = !fresh && (engine.holds?.(parent, action) ?? false)
    const certain = disturbed.answer === null && !held ? (domain.certain?.(state, action, setup) ?? null) : null
    const given = disturbed.answer ?? certain
    const predicted = given === null
    if (setup.compact && predicted) yield* load(engine, { signal })
    const out = predicted ? await leaveOut(engine, asked, { signal }) : { turns: 0, warning: null }
    const { messages } = buildPrompt(domain, template, setup, chain, action, { instruction, leftOut: out.turns })
    const known = template.prefill ? domain.prefill(state, action) : ''
    const prefill = template.prefill ? `${MARKER}\n${known}` : ''
    const request = {
      messages,
      prefill,
      thinking: template.thinking,
      stop: template.stop,
      sampling: setup.sampling,
      seed,
      fresh,
      strict: setup.strict,
      repeats: template.repeats,
      counts: mayCount(domain, template, setup, { action, past: chain.map((step) => step.action) }),
      shape: shapeOf(domain, template, setup, { state, action, suited }),
      trace: input.trace ?? false,
      owner: branch.session,
      parent,
      action
    }
    const answer =
      given === null
        ? engine.generate(request, { signal })
        : answeredBy(certain === null ? 'perturbation' : 'validation', given)

    const parser = createParser({ expectTags: template.thinking })
    const gate = createGate(setup.observationLimit)
    let done: Extract<EngineEvent, { type: 'done' }> | null = null
    let metered: Tokens = { prompt: 0, cached: 0, generated: 0 }
    let first = 0
    reading: for await (const event of answer) {
      switch (event.type) {
        case 'text': {
          const deltas = parser.push(event.text)
          first ||= clock.ticks() - started
          draft = { ...draft, raw: draft.raw + event.text }
          if (clock.ticks() - saved >= DRAFT_MS) {
            saved = clock.ticks()
            draft = { ...draft, updatedAt: clock.now() }
            store.saveDraft(draft)
          }
          yield* gate.pass(deltas)
          // Before its tag a turn may still turn out to be thinking.
          if (predicted && gate.full() && (!template.thinking || parser.opened())) break reading
          break
        }
        case 'done':
          done = event
          break
        case 'meter':
          metered = event.tokens
          yield event
          break
        case 'queued':
        case 'progress':
          yield event
          break
        default:
          event satisfies never
      }
    }
    if (!done && !gate.full())
      throw new OrreryError('engine-failed', 'The engine ended without finishing its answer. Try the step again.')

    const { deltas, raw, parsed } = parser.end()
    yield* gate.pass(deltas)
    const {
      tokens,
      cut,
      trace,
      engine: by,
      model
    } = done ?? { ...engine.info(), tokens: metered, cut: null, trace: null }
    if (!parsed.observation) throw noObservation(cut === 'length' ? tokens : null)
    const whole = blockOf(raw) === 'closed'
    const ending: Ending | null = gate.full() ? 'limit' : cut
    const limits = { tokens, limit: setup.observationLimit, most: setup.sampling.maxTokens, whole }
    let text = clip(parsed.observation, setup.observationLimit)
    const warnings = [
      out.warning,
      ending && endingWarning(ending, limits),
      ...parsed.warnings,
      // A recording is what it is: real tools answer in other forms than they declare. And any call may fail in words.
      predicted && !held && !isError(domain, action, text) && misfit(text, request.shape.schema),
      predicted && request.trace && !trace && noTrace(done !== null)
    ].filter((warning) => typeof warning === 'string')
    for (const alter of disturbed.alterations) {
      const altered = alter(text)
      if (!altered) continue
      text = altered.text
      disturbed.firings.push(altered.firing)
      yield { type: 'fired', firing: altered.firing }
      yield* gate.settle(text)
    }
    if (ending === 'limit' || (ending && !whole)) {
      text = marked(text, ending, limits)
      yield* gate.settle(text)
    }

    const made = await makeStep(parent, action, { text })
    const fork = parent === branch.tip ? null : forkOf(world, branch, made.id, parent)
    const total = clock.ticks() - started
    const call = callOf({
      id: names.next(),
      step: made.id,
      branch: fork ?? branch,
      engine: by,
      model,
      tokens,
      trace,
      seed,
      template: template.name,
      instruction,
      firings: disturbed.firings,
      raw,
      thinking: parsed.thinking,
      warnings,
      ms: { first, total },
      createdAt: clock.now()
    })
    await store.commit({ step: made, call, branch: branch.id, expected: parent, fork, draft: draft.id }, { signal })
    settled = true
    inFlight.delete(branch.id)
    yield { type: 'committed', step: made, call, branch: store.branch(fork?.id ?? branch.id) }
  } catch (error) {
    settled = true
    inFlight.delete(branch.id)
    const reason = withWayOut(error, { compact: setup.compact, engine, turns: chain.length })
    yield failed(reason, keep(reason))
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

/** Whether the domain reads the answer as an error. */
function isError(domain: Domain, action: Action, text: string): boolean {
  const document = domain.document?.(action, text)
  return document !== undefined && 'error' in document && document.error
}

/** An answer that no model gave, told the way an engine tells it. */
async function* answeredBy(engine: string, text: string): ReturnType<Engine['generate']> {
  yield { type: 'text', text: `${MARKER}\n${text}` }
  const tokens = { prompt: 0, cached: 0, generated: 0 }
  yield { type: 'done', tokens, cut: null, trace: null, engine, model: { name: 'none', hash: null } }
}

function forkOf({ store, clock, names }: World, branch: Branch, tip: StepId, fork: StepId | null): Branch {
  const title = `branch ${store.branches(branch.session).length + 1}`
  return { ...branch, id: names.next(), title, tip, fork, createdAt: clock.now() }
}

function callOf({ branch, ...rest }: Omit<Call, 'branch' | 'session' | 'setup'> & { branch: Branch }): Call {
  return { ...rest, session: branch.session, branch: branch.id, setup: branch.setup }
}

function failed(error: unknown, draft: Draft | null): StepEvent {
  return { type: 'failed', error: toWire(error), draft }
}
