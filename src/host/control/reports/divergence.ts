// Where repeats parted, as indented lines for a terminal.
import {
  type DivergedRun,
  type DivergenceTree,
  type Stretch,
  turnAfter
} from '../../../core/control/divergence-tree.ts'
import { counted } from './words.ts'

const VERDICTS = { pass: 'passed', fail: 'FAILED', inconclusive: 'inconclusive' }

/** @param name of the variant */
export function divergenceLines(name: string, { runs, stretches, left, missing }: DivergenceTree): string[] {
  const depths: number[] = []
  const lines = stretches.flatMap((stretch) => {
    const { parent, ended, turns, parts } = stretch
    const depth = parent === null ? 0 : (depths[parent] ?? 0) + 1
    depths.push(depth)
    const indent = '  '.repeat(2 * depth + 1)
    const ends = endsOf(ended.flatMap((index) => runs[index] ?? [])).map((text) => `${indent}  ${text}`)
    const of = `${parent === null ? 'all ' : ''}${counted(stretch.runs.length, 'run')}`
    const head = turns.length ? [`${indent}${headOf(stretch)}${of}, ${span(stretch)}`] : []
    return [...head, ...ends, ...(parts ? [`${indent}  ${partsOf(stretch)}`] : [])]
  })
  const beside = [
    left && `Of further runs ${left} were not compared.`,
    missing && `${counted(missing, 'world')} of runs that were deleted are left out.`
  ]
  return [`Where ${counted(runs.length, 'run')} of ${name} parted:`, ...lines, ...beside.flatMap((one) => one || [])]
}

/** Runs that came to the same, in a line: `runs 1, 3 passed`. */
function endsOf(runs: DivergedRun[]): string[] {
  const same = new Map<string, number[]>()
  for (const { verdict, why, repeat } of runs) {
    const said = verdict === 'pass' ? VERDICTS.pass : `${VERDICTS[verdict]}: ${why.replaceAll('\n', ' ')}`
    same.set(said, [...(same.get(said) ?? []), repeat + 1])
  }
  return [...same].map(([said, names]) => `${names.length === 1 ? 'run' : 'runs'} ${names.join(', ')} ${said}`)
}

function headOf({ parent, differs, turns: [first] }: Stretch): string {
  if (parent === null) return ''
  if (!differs) return ''
  const { line, text } = differs
  const action = first?.action ?? null
  if (action === null) return `line ${line}, ${text === null ? 'nothing more' : JSON.stringify(text)}: `
  // A label that several actions have is told beside what differs in them.
  return action === text ? `${action}: ` : `${action} (${text}): `
}

function partsOf(stretch: Stretch): string {
  const turn = turnAfter(stretch)
  if (stretch.parts === 'action') return `turn ${turn}: different actions`
  if (stretch.parts === 'end') return `after turn ${turn - 1}: others went on`
  return `turn ${turn}: the world answered differently`
}

function span({ turns }: Stretch): string {
  const [first, last] = [turns[0]?.turn, turns.at(-1)?.turn]
  return first === last ? `turn ${first}` : `turns ${first} to ${last}`
}
