// Conditions that ask for what such a world never has, which never hold and never fail for the reason that was meant.

import { RUBRIC_ALONE } from '../faults/holds.ts'
import { meant } from '../text/issues.ts'
import { isObject } from '../text/json.ts'
import { pathProblem } from '../text/json-path.ts'
import { fits } from '../text/wildcard.ts'
import type { Condition } from '../tree/conditions.ts'
import { gateProblem } from './gate.ts'
import { turnsOf } from './meaning-faults.ts'
import type { Scene } from './scene.ts'

/** Why a script cannot run, with its line; `null` where it can. Absent: scripts are not looked at. */
export type ParseScript = (source: string) => { message: string; line: number } | null

type Path = PropertyKey[]
type Of<Key extends string> = Extract<Condition, Record<Key, unknown>>

export function checkConditions(scene: Scene, parse: ParseScript | undefined): undefined {
  const { checks, judge, reactions, stop, setup } = scene.file
  const look = (condition: Condition | undefined, path: Path) => {
    if (condition) walk(condition, path, { scene, parse, isScripted: true })
  }
  for (const [index, { at, when, expect }] of checks.entries()) {
    look(when, ['checks', index, 'when'])
    if (!('rubric' in expect)) look(expect, ['checks', index, 'expect'])
    else if (at !== 'end' || when) {
      const place = when ? 'when' : 'at'
      scene.say(['checks', index, place], `A rubric is asked of the whole run at its end: leave "${place}" out.`)
    } else if (!judge) scene.say(['checks', index, 'expect', 'rubric'], UNJUDGED, { warning: true })
  }
  for (const [index, { when }] of reactions.entries()) look(when, ['reactions', index, 'when'])
  look(stop.when, ['stop', 'when'])
  const alone = { scene, parse, isScripted: false }
  // A gate is for agents, who may be given other tools.
  const open = { ...alone, scene: { ...scene, tools: null } }
  if (setup.gate) {
    const { before, success } = setup.gate
    walk(before, ['setup', 'gate', 'before'], open)
    if (success) walk(success, ['setup', 'gate', 'success'], { ...open, isPredicted: true })
    const wrong = gateProblem(setup)
    if (wrong) scene.say(['setup', 'gate', wrong.at], wrong.message)
  }
  const uses = new Map(scene.levels.flat().map((placed) => [placed.path.join('.'), placed]))
  for (const { path, use } of uses.values()) {
    if (use.when?.while) walk(use.when.while, [...path, 'when', 'while'], alone)
  }
}

const UNJUDGED =
  'Nobody judges this: add "judge" with a model, or run it with --judge-model. Until then it counts as not passed.'

interface Looked {
  scene: Scene
  parse: ParseScript | undefined
  /** Only checks may have JavaScript; triggers and gates are decided without. */
  isScripted: boolean
  /** It is asked of a turn that has not been taken: no file can be looked at. */
  isPredicted?: true
}

function walk(condition: Condition, path: Path, looked: Looked): undefined {
  const { scene, parse } = looked
  const { say } = scene
  if ('all' in condition) return each(condition.all, [...path, 'all'], looked)
  if ('any' in condition) {
    if (!condition.any.length) say([...path, 'any'], 'Of nothing, nothing holds: list conditions here.')
    return each(condition.any, [...path, 'any'], looked)
  }
  if ('not' in condition) return walk(condition.not, [...path, 'not'], looked)
  if ('turn' in condition) {
    turnOf(condition.turn, [...path, 'turn'], scene)
    return walk(condition.holds, [...path, 'holds'], looked)
  }
  if ('earlier' in condition) return walk(condition.earlier, [...path, 'earlier'], looked)
  if ('told' in condition) return told(path, scene)
  if ('rubric' in condition) return say([...path, 'rubric'], RUBRIC_ALONE)
  if ('script' in condition) {
    const at = [...path, 'script']
    if (!looked.isScripted) return say(at, 'Scripts are only for checks, reactions and "stop": use other conditions.')
    const wrong = parse?.(condition.script)
    if (wrong) say(at, wrong.message, { line: wrong.line })
    return
  }
  if ('least' in condition || 'most' in condition) {
    const { least, most } = condition
    if (least !== undefined && most !== undefined && least > most)
      say([...path, 'least'], `Nothing is at least ${least} and at most ${most}.`)
  }
  if ('fired' in condition) return fired(condition, path, scene)
  if ('tool' in condition) return tool(condition, path, scene)
  if ('argument' in condition) return argument(condition, path, scene)
  if ('screen' in condition) return onScreen(path, scene)
  if ('state' in condition) return state(condition, path, scene)
  if ('program' in condition) return ofProgram(condition, path, looked)
  if ('file' in condition) {
    if (!looked.isPredicted) return file(path, scene)
    return say([...path, 'file'], 'Files of a turn that is only predicted cannot be looked at. Look at what it shows.')
  }
  if ('json' in condition) return json(condition.json, condition.exists, [...path, 'json'], scene)
  if ('same' in condition) {
    turnOf(condition.as, [...path, 'as'], scene)
    if (condition.same.startsWith('$')) json(condition.same, undefined, [...path, 'same'], scene)
    return
  }
  if ('error' in condition) return error(path, scene)
}

function each(conditions: Condition[], path: Path, looked: Looked): undefined {
  for (const [index, one] of conditions.entries()) walk(one, [...path, index], looked)
}

function turnOf(turn: number, path: Path, { most, file, say }: Scene): undefined {
  // Seen from the last turn, the first is as many before it.
  if (turn > most || -turn >= most) say(path, `Turn ${turn} never comes: ${turnsOf(most, file)}.`)
}

function told(path: Path, { file, say }: Scene): undefined {
  if (!file.setup.user)
    say([...path, 'told'], 'This world has no user who could be told anything. Give it one ("user").')
}

function fired({ fired: name }: Of<'fired'>, path: Path, { ids, say }: Scene): undefined {
  if (ids.has(name) || (name === '*' && ids.size > 0)) return
  const known = [...ids]
  const why = known.length ? meant(name, known) : ' This scenario has no perturbations.'
  say([...path, 'fired'], name === '*' ? `Nothing can fire.${why}` : `No perturbation here is called "${name}".${why}`)
}

function tool({ tool: pattern }: Of<'tool'>, path: Path, { tools, say }: Scene): undefined {
  if (!tools || tools.some(({ name }) => fits(pattern, name))) return
  const known = tools.map(({ name }) => name)
  say([...path, 'tool'], `This world has no tool "${pattern}".${meant(pattern, known)}`)
}

function argument({ argument: path, exists }: Of<'argument'>, place: Path, { tools, say }: Scene): undefined {
  const at = [...place, 'argument']
  const problem = pathProblem(path)
  if (problem) return say(at, problem, { fatal: true })
  const [first, second] = namesIn(path)
  if (!tools || exists === false || first === undefined) return
  const parameters = [...new Set(tools.flatMap(({ inputSchema: { properties } }) => keysOf(properties)))]
  if (first !== 'name' && first !== 'arguments') {
    const way = parameters.includes(first) ? `Write $.arguments.${first}.` : 'It has "name" and "arguments".'
    return say(at, `A call of a tool has no "${first}". ${way}`)
  }
  if (first !== 'arguments' || second === undefined || parameters.includes(second) || !parameters.length) return
  say(at, `No tool of this world has a parameter "${second}".${meant(second, parameters)}`)
}

const keysOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : [])

function onScreen(path: Path, { domain, say }: Scene): undefined {
  if (domain.surface === 'screen') return
  say([...path, 'screen'], `A ${domain.title} world has no screens. Look at the observation instead.`)
}

function state({ state: path, exists }: Of<'state'>, place: Path, { domain, state, say }: Scene): undefined {
  const at = [...place, 'state']
  const problem = pathProblem(path)
  if (problem) return say(at, problem, { fatal: true })
  const [first] = namesIn(path)
  const known = Object.keys(state)
  if (first === undefined || known.includes(first) || exists === false) return
  say(
    at,
    `The state of a ${domain.title} world has no "${first}".${meant(first, known) || ` It has ${known.join(', ')}.`}`
  )
}

function ofProgram({ program: path }: Of<'program'>, place: Path, { scene, isPredicted }: Looked): undefined {
  const { domain, setup, say } = scene
  const at = [...place, 'program']
  const problem = pathProblem(path)
  if (problem) return say(at, problem, { fatal: true })
  if (isPredicted) return say(at, 'What a program keeps after a turn that is only predicted cannot be looked at.')
  if (!setup.program && domain.door !== 'text')
    return say(at, 'No program computes this world, so what it keeps cannot be looked at. Give it one ("program").')
  if (setup.grounding === 'model')
    say(at, 'The model answers in this world, not its program. Set its grounding to "grounded" or "executed".')
}

function file(path: Path, { domain, setup, say }: Scene): undefined {
  const at = [...path, 'file']
  if (!domain.shell && !setup.program)
    return say(at, `No machine is behind a ${domain.title} world, so no file can be looked at.`)
  if (setup.grounding !== 'model' && (setup.recording === null || setup.grounding !== undefined)) return
  say(
    at,
    'No machine runs under this world, so no file can be looked at. Set its grounding to "grounded" or "executed".'
  )
}

function json(path: string, exists: boolean | undefined, at: Path, { domain, say }: Scene): undefined {
  const problem = pathProblem(path)
  if (problem) return say(at, problem, { fatal: true })
  if (domain.surface === 'document' || exists === false) return
  say(at, `What a ${domain.title} world shows is never JSON. Look for a text in the observation.`)
}

function error(path: Path, { domain, setup, say }: Scene): undefined {
  if (domain.document || (domain.shell && setup.grounding !== 'model' && setup.recording === null)) return
  const message = `A ${domain.title} world does not tell whether an action failed. Look for what it shows then.`
  say([...path, 'error'], message, { warning: true })
}

/** The first names of a path that begins with plain ones: `$.arguments.id` has two. */
function namesIn(path: string): string[] {
  const [, names = ''] = /^\$((?:\.[A-Za-z_][\w-]*|\['[^'\\]*'\])*)/.exec(path) ?? []
  return [...names.matchAll(/\.([A-Za-z_][\w-]*)|\['([^'\\]*)'\]/g)].map(([, dotted, quoted]) => dotted ?? quoted ?? '')
}
