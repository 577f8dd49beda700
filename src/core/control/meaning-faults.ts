// Faults that cannot happen: perturbations that there are not, options that are not theirs, worlds that they can do nothing in, and triggers
// that never come.

import type { Perturbation } from '../faults/perturbation.ts'
import { perturbations } from '../faults/perturbations/index.ts'
import { meant, toldIssue } from '../text/issues.ts'
import { matches } from '../text/match.ts'
import { fits } from '../text/wildcard.ts'
import type { Placed, Scene, SceneAction } from './scene.ts'

export function checkFaults(scene: Scene): void {
  for (const level of scene.levels) {
    const sound = level.filter((placed) => isSound(placed, scene))
    const idle = sound.filter((placed) => !canHappen(placed, scene))
    // Where others can, a run still shows something.
    const more = idle.length < sound.length ? { warning: true as const } : {}
    for (const { path, use } of idle) {
      const what = `"${use.name}" cannot happen here: no action of this scenario meets it`
      scene.say([...path, 'name'], `${what}${use.when ? ' and its "when"' : ''}. Add one, or remove the fault.`, more)
    }
  }
}

// A world with it is refused.
const FATAL = { fatal: true } as const

/** Whether it is a fault that such a world can have; says what it is not. */
function isSound({ path, use }: Placed, scene: Scene): boolean {
  const { domain, say } = scene
  const { name, when } = use
  const perturbation = perturbations.find((one) => one.name === name)
  if (!perturbation) {
    const known = perturbations.map((one) => one.name)
    say(
      [...path, 'name'],
      `There is no perturbation "${name}".${meant(name, known) || ' docs/perturbations.md lists all.'}`,
      FATAL
    )
    return false
  }
  const read = perturbation.options.safeParse(use.options)
  for (const issue of read.error?.issues ?? []) {
    for (const told of toldIssue(issue, { value: use.options, schema: perturbation.options }))
      say([...path, 'options', ...told.path], told.message, FATAL)
  }
  if (perturbation.serves && !perturbation.serves(domain)) {
    const able = perturbations.filter(({ serves }) => serves?.(domain) ?? true).map((one) => one.name)
    say([...path, 'name'], `"${name}" can do nothing in a ${domain.title} world. These can: ${able.join(', ')}.`, FATAL)
    return false
  }
  if (when?.observation !== undefined && !perturbation.alter) {
    const why = 'it acts before there is one'
    say(
      [...path, 'when', 'observation'],
      `"${name}" cannot wait for an observation: ${why}. Remove "observation".`,
      FATAL
    )
    return false
  }
  const never = read.success ? hindrance(perturbation, scene) : null
  if (never !== null) say([...path, 'name'], never)
  return never === null && read.success && comes({ path, use }, scene)
}

/** Why nothing of it would show in such a world, in a sentence. */
function hindrance({ name, answer, alter, change, instruct }: Perturbation, { setup }: Scene): string | null {
  if (answer || alter) return null
  const { grounding, recording } = setup
  const told = `"${name}" tells the model what goes wrong`
  if (instruct && !change && grounding === 'executed') {
    return `${told}, and this world takes nothing but what is executed. Set its grounding to "grounded" or "model".`
  }
  if (change && !instruct && recording !== null) {
    return `"${name}" changes a machine, and the recording "${recording}" answers here. Remove the recording.`
  }
  return null
}

/** Whether its trigger can come; says what never does. */
function comes({ path, use }: Placed, { file, most, ids, tools, say }: Scene): boolean {
  const { when } = use
  if (!when) return true
  const problems: [string, string][] = []
  for (const key of ['turn', 'call', 'every'] as const) {
    const wanted = when[key]
    if (wanted === undefined || [wanted].flat().some((number) => number <= most)) continue
    problems.push([key, `"${key}: ${[wanted].flat().join(', ')}" never comes: ${turnsOf(most, file)}.`])
  }
  if (when.probability === 0) problems.push(['probability', 'With probability 0 it never happens.'])
  const { after, tool } = when
  if (after !== undefined && !ids.has(after)) {
    problems.push(['after', `No perturbation here is called "${after}".${meant(after, [...ids])}`])
  }
  if (tool !== undefined && tools && !tools.some(({ name }) => fits(tool, name))) {
    const known = tools.map(({ name }) => name)
    problems.push(['tool', `This world has no tool "${tool}".${meant(tool, known)}`])
  }
  for (const [key, message] of problems) say([...path, 'when', key], message)
  return !problems.length
}

/** How many turns there are, in a clause. */
export function turnsOf(most: number, { actions, tries, stop }: Scene['file']): string {
  const turns = `${most} ${most === 1 ? 'turn' : 'turns'}`
  const why = (actions ?? tries).length && most < stop.turns ? 'its actions end there' : 'its "stop" ends it there'
  return `a run has ${turns} at most, since ${why}`
}

/** Whether an action of the scenario is one that it can disturb; where only agents act, any may come. */
function canHappen({ use }: Placed, scene: Scene): boolean {
  const { script, reactions, domain, setup, state } = scene
  const all = [...script, ...reactions]
  const perturbation = perturbations.find(({ name }) => name === use.name)
  if (!all.length || !perturbation) return true
  const options = perturbation.options.safeParse(use.options).data
  const meets = (done: SceneAction) => perturbation.meets?.({ domain, setup, state, ...done }, options) ?? true
  return all.some((done) => isCounted(use, done, scene) && meets(done))
}

function isCounted({ when }: Placed['use'], { label, tool }: SceneAction, { domain }: Scene): boolean {
  if (when?.tool !== undefined && !fits(when.tool, tool ?? '')) return false
  // On a screen labels name what is shown there.
  return when?.action === undefined || domain.surface === 'screen' || matches(when.action, label)
}
