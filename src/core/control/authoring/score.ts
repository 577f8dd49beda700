// How the answers of a program compare with recorded ones, and which kind of error each wrong one is.
import type { Domain } from '../../domains/domain.ts'
import { readJson } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'
import { jsonScores } from '../compare/json.ts'
import { exactMatch } from '../evaluate/metrics.ts'
import { sceneScores } from '../evaluate/scenes.ts'
import type { AskedTurn, AuthorScore, ErrorClass } from './report.ts'
import { isNear, type SeenTurn } from './turns.ts'

/** What a program says of a turn. */
export interface Said {
  /** `null`: it leaves it open, or fails. */
  text: string | null
  problem?: string
  /** It said something else when it was played again. */
  unsteady?: boolean
}

export interface TurnScore {
  /** What was said, or why nothing. */
  text: string | null
  problem?: string
  right: boolean
  exact: boolean
  answered: boolean
  scene: boolean | null
  worth: boolean | null
  values: number | null
  /** `null` where it is right. */
  error: ErrorClass | null
}

type Measured = Pick<Domain, 'document' | 'normalise'>

export function turnScore(domain: Measured, { action, text: truth }: SeenTurn, said: Said): TurnScore {
  const { text } = said
  if (text === null) {
    const { problem } = said
    const scenes = sceneScores(domain, action, { predicted: '', truth })
    return {
      ...{ right: false, exact: false, answered: false, text, ...(problem !== undefined && { problem }) },
      ...{ scene: scenes && false, worth: scenes && false, values: jsonScores('', truth) ? 0 : null },
      error: problem === undefined ? 'signature' : 'invariant'
    }
  }
  const [own, actual] = [domain.normalise(text), domain.normalise(truth)]
  const exact = exactMatch(own, actual) === 1
  const right = exact || isNear(own.trim(), actual.trim())
  const scenes = sceneScores(domain, action, { predicted: text, truth })
  const scores = jsonScores(text, truth)
  const error = right ? (said.unsteady ? 'chance' : null) : errorOf(domain, action, text, truth, scenes)
  return {
    ...{ right, exact, answered: true, error, text },
    scene: scenes && (scenes.scene === 1 || right),
    worth: scenes && worthAlike(domain, action, text, truth),
    values: scores?.jsonValues ?? null
  }
}

function errorOf(
  domain: Measured,
  action: SeenTurn['action'],
  text: string,
  truth: string,
  scenes: ReturnType<typeof sceneScores>
): ErrorClass {
  const [own, actual] = [readJson(text)?.value, readJson(truth)?.value]
  if ((own === undefined) !== (actual === undefined)) return 'judgement'
  if (own !== undefined && shapeOf(own) !== shapeOf(actual)) return 'schema'
  if (scenes?.scene === 1 || (scenes && !worthAlike(domain, action, text, truth))) return 'judgement'
  return 'dynamics'
}

function worthAlike(domain: Measured, action: SeenTurn['action'], text: string, truth: string): boolean {
  const told = [text, truth].map((one) => {
    const scene = domain.document?.read(action, one)
    return scene?.kind === 'scene' ? [scene.reward ?? 0, scene.done ?? false].join() : ''
  })
  return told[0] === told[1]
}

/** The keys of JSON, without its values; of a list those of its first item. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return value.length ? `[${shapeOf(value[0])}]` : '[]'
  if (!isObject(value)) return '*'
  return `{${Object.keys(value).sort().join(',')}}`
}

export function scoreOf(turns: readonly TurnScore[]): AuthorScore {
  const count = (is: (turn: TurnScore) => boolean) => turns.filter(is).length
  const errors: AuthorScore['errors'] = {}
  for (const { error } of turns) if (error !== null) errors[error] = (errors[error] ?? 0) + 1
  const valued = turns.flatMap(({ values }) => values ?? [])
  const staged = turns.some(({ scene }) => scene !== null)
  return {
    ...{ turns: turns.length, right: count(({ right }) => right), exact: count(({ exact }) => exact) },
    ...(staged && { scenes: count(({ scene }) => scene === true), worths: count(({ worth }) => worth === true) }),
    answered: count(({ answered }) => answered),
    ...(valued.length > 0 && { values: valued.reduce((sum, one) => sum + one, 0) / valued.length }),
    errors
  }
}

/** `41 of 60`, with what was left open. */
export const scoreTold = ({ turns, right, answered }: AuthorScore): string =>
  `${right} of ${turns}${answered < turns ? ` (${turns - answered} left open)` : ''}`

/** Agent2World, 4.2: a program that is right in fewer of the turns has not passed. */
const PASSES = 0.95

export const passes = (score: AuthorScore | null): boolean =>
  score === null || score.turns === 0 || score.right / score.turns >= PASSES

/** What one answer of the model came to, in a person's words. */
export function turnTold({ program, shown, tested, tests, passes, over }: AskedTurn): string {
  const came = [
    program && (shown ? `a program, right in ${scoreTold(shown)} shown turns` : 'a program'),
    tests && `${tests.length} tests`,
    tested && `${tested.passed} of ${tested.passed + tested.failed.length} tests pass`,
    passes !== null && (passes ? 'it passes' : 'it fails')
  ].filter(Boolean)
  return came.join(', ') || (over ? 'done' : 'nothing yet')
}
