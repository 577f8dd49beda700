// Declared data as a program: the same verbs as tools, as lines of text and as routes of HTTP, over one state.
import { typedCall } from '../../../domains/tool-line.ts'
import { OrreryError } from '../../../errors.ts'
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import { CONTRACT, type ProgramEvent, type ProgramStep, type WorldProgram } from '../program.ts'
import { act, Left } from './act.ts'
import { desktopView } from './desktop.ts'
import { evaluate, truth } from './evaluate.ts'
import { linesOf, readLine } from './lines.ts'
import { machineView, takeFiles } from './machine.ts'
import { pageAt, type Tried } from './page-requests.ts'
import { phoneView } from './phone.ts'
import type { ReadWorld } from './read.ts'
import { VerbRefusal } from './refusal.ts'
import { requestOf } from './requests.ts'
import { nextNumber } from './rows.ts'
import type { DeclaredRow, Rules, VerbRules } from './rules.ts'
import { fill } from './template.ts'
import { toolOf } from './tools.ts'
import { type DeclaredState, type VerbScope, workOn } from './work.ts'

/** @param fired told of the parts that take effect */
export function declaredProgram({ rules: read, rows }: ReadWorld, fired?: Rules['fired']): WorldProgram {
  const rules: Rules = fired ? { ...read, fired } : read
  const tools = [...rules.verbs.values()].map(toolOf)
  const routes = rules.routes.map(({ method, parts, verb }) => ({
    ...{ method, path: `/${parts.join('/')}`, about: verb.about }
  }))
  return {
    version: CONTRACT,
    init(seed) {
      const next = [...rules.tables.values()].map(({ name, key }) => [name, nextNumber(key, rows[name] ?? [])])
      return { tables: rows, next: Object.fromEntries(next), changes: 0, seed, draws: 0, reached: [] }
    },
    actions: (state) => ({
      tools,
      routes,
      ...(rules.text && { commands: ['look', ...linesOf(rules, stateIn(state))] })
    }),
    view(door, state) {
      if (door === 'page') return rules.site ? { start: rules.site.start, tells: rules.site.tells } : undefined
      if (door === 'desktop')
        return rules.desktop ? desktopView(rules.desktop, workOn(rules, stateIn(state))) : undefined
      if (door === 'phone') return rules.phone ? phoneView(rules.phone, workOn(rules, stateIn(state))) : undefined
      if (door === 'files') return rules.machine ? machineView(rules.machine, workOn(rules, stateIn(state))) : undefined
      if (door === 'text') return rules.text ? looked(workOn(rules, stateIn(state))).text : undefined
      return stateIn(state).tables
    },
    step(state, event) {
      try {
        // `as`: each door's function takes the events of that door.
        return STEPS[event.door](rules, stateIn(state), event as never)
      } catch (error) {
        if (error instanceof Left) return undefined
        throw error
      }
    }
  }
}

// `as`: a state is what this program made of it.
const stateIn = (state: Json): DeclaredState => state as DeclaredState

/** What is seen at the text door, or why it cannot be told. */
function looked(work: VerbScope): { text: string; fails: boolean } {
  try {
    return { text: work.rules.text ? fill(work.rules.text.look, work).trimEnd() : '', fails: false }
  } catch (error) {
    if (error instanceof VerbRefusal) return { text: error.message, fails: true }
    throw error
  }
}

type StepAt<Door> = (
  rules: Rules,
  before: DeclaredState,
  event: Extract<ProgramEvent, { door: Door }>
) => ProgramStep | undefined

const STEPS: { [Door in ProgramEvent['door']]: StepAt<Door> } = {
  tools(rules, before, event) {
    const verb = rules.verbs.get(event.tool)
    if (!verb) return undefined
    const done = tried(rules, before, verb, event.arguments, event.answers)
    return 'refusal' in done ? { error: done.refusal.message } : done.step
  },

  text(rules, before, { text, answers }) {
    if (!rules.text) return undefined
    const line = text.trim()
    if (/^look$/i.test(line)) {
      const seen = looked(workOn(rules, before))
      return seen.fails ? { error: seen.text } : { answer: seen.text }
    }
    const meant = readLine(rules, line) ?? calledIn(rules, line)
    if (!meant) return rules.text.unknown === null ? undefined : { answer: rules.text.unknown }
    const done = tried(rules, before, meant.verb, meant.args, answers)
    if ('refusal' in done) return { error: done.refusal.message }
    const { answer, ...step } = done.step
    if (step.ask) return step
    return { ...step, answer: done.said ?? (typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)) }
  },

  http(rules, before, event) {
    // A browser asks for pages, a program for data.
    const { host = '' } = event.headers
    const site = rules.phone?.sites.get(host) ?? rules.desktop?.sites.get(host) ?? rules.site
    if (site && event.headers.accept?.includes('text/html')) return pageAt(rules, site, before, event, tried)
    const request = requestOf(rules, event)
    if ('status' in request) return { answer: request }
    const done = tried(rules, before, request.verb, request.args, event.answers)
    if ('refusal' in done) {
      const { status, message } = done.refusal
      return { answer: { status, body: { error: message } } }
    }
    const { answer = null, ...step } = done.step
    if (step.ask) return step
    const status = request.verb.does?.verb === 'create' ? 201 : 200
    return { ...step, answer: { status, body: typeof answer === 'string' ? { message: answer } : answer } }
  },

  page: () => undefined,
  phone: () => undefined,
  desktop: () => undefined,

  files(rules, before, { changed }) {
    return rules.machine ? takeFiles(rules.machine, workOn(rules, before), changed) : undefined
  }
}

/** A line that calls a verb as a tool is called: `transfer from=1 to=2 amount=5`. */
function calledIn(rules: Rules, line: string): { verb: VerbRules; args: DeclaredRow } | null {
  const verb = rules.verbs.get(/^\S+/.exec(line)?.[0] ?? '')
  if (!verb) return null
  try {
    const { arguments: args } = typedCall(line, [toolOf(verb)])
    return { verb, args: isObject(args) ? args : {} }
  } catch (error) {
    if (error instanceof OrreryError) return null
    throw error
  }
}

/** Does it, or says why not: then nothing has changed. */
function tried(
  rules: Rules,
  before: DeclaredState,
  verb: VerbRules,
  args: DeclaredRow,
  answers: readonly Json[] = []
): Tried {
  const work = workOn(rules, before)
  try {
    const outcome = act(work, verb, args, answers)
    if ('ask' in outcome) return { step: { ask: outcome.ask }, said: null }
    const said = verb.say && fill(verb.say, outcome.scope)
    if (!work.changed) return { step: { answer: outcome.answer }, said }
    const reached = goalsReached(rules, work)
    const after = { ...work.state, changes: before.changes + 1, reached: [...before.reached, ...reached] }
    const goals = reached.flatMap((at) => rules.goals[at] ?? [])
    const reward = goals.reduce((sum, goal) => sum + goal.reward, 0)
    return {
      step: {
        ...{ state: after, answer: outcome.answer },
        ...(goals.length > 0 && { reward }),
        ...(goals.some(({ done }) => done) && { done: true })
      },
      said
    }
  } catch (error) {
    if (error instanceof VerbRefusal) return { refusal: error }
    throw error
  }
}

/** Those whose condition holds for the first time, by number. */
function goalsReached({ goals }: Rules, work: VerbScope): number[] {
  return goals.flatMap(({ when }, at) => (!work.state.reached.includes(at) && truth(evaluate(when, work)) ? [at] : []))
}
