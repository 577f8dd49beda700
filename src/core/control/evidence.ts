// What a check looked at where it did not hold: what was expected, what was found, and where they differ first.

import { screenIn } from '../domains/label.ts'
import {
  failedIn,
  holds,
  jsonIn,
  keptIn,
  partOf,
  placeOf,
  printedIn,
  type Seen,
  stateAfter,
  textAt,
  toldIn
} from '../faults/holds.ts'
import { valuesAt } from '../text/json-path.ts'
import type { TextMatch } from '../text/match.ts'
import type { Condition, NodeMatch, ValueMatch } from '../tree/conditions.ts'
import { clip } from '../tree/cut.ts'
import { canonical } from '../tree/history.ts'
import { firstDifference, LONGEST_LINE, type Saw } from './saw.ts'

/** Characters of what was found: a screen's worth, its beginning and its end. */
const MOST = 600
/** More parts of one condition than anybody reads. */
const MOST_PARTS = 6

/** Why the condition does not hold of the turn (`wanted`), or why it does where it must not. @throws as `holds` */
export async function evidence(condition: Condition, seen: Seen, wanted = true): Promise<Saw[]> {
  if (('all' in condition && wanted) || ('any' in condition && !wanted)) {
    return parts('all' in condition ? condition.all : condition.any, seen, wanted, true)
  }
  if ('all' in condition || 'any' in condition) {
    return parts('all' in condition ? condition.all : condition.any, seen, wanted, false)
  }
  if ('not' in condition) return evidence(condition.not, seen, !wanted)
  if ('turn' in condition) {
    const other = placeOf(condition.turn, seen)
    if (other !== null) return evidence(condition.holds, { ...seen, turn: other }, wanted)
    return [sawOf(seen, 'turns', `there is a turn ${condition.turn}`, `${seen.chain.length} turns`)]
  }
  const { of, is, found, differs } = await leaf(condition, seen)
  const told = wanted ? is : `not: ${is}`
  const place = differs?.(wanted)
  return [{ ...sawOf(seen, of, told, found), ...(place && { differs: place }) }]
}

/** @param failing only those parts that are not as wanted */
async function parts(conditions: Condition[], seen: Seen, wanted: boolean, failing: boolean): Promise<Saw[]> {
  const all: Saw[] = []
  for (const one of conditions) {
    if (all.length >= MOST_PARTS) break
    if (failing && (await holds(one, seen)) === wanted) continue
    for (const part of await evidence(one, seen, wanted)) all.push(part)
  }
  return all.slice(0, MOST_PARTS)
}

const sawOf = ({ turn }: Seen, of: string, expected: string, found: string): Saw => ({
  ...{ turn, of },
  expected: clip(expected, MOST),
  found: middleOut(found)
})

function middleOut(text: string): string {
  if (text.length <= MOST) return text
  const left = text.length - MOST
  const end = text.slice(-MOST / 2)
  return `${clip(text, MOST / 2)}\n… ${left.toLocaleString('en-US')} characters …\n${end}`
}

interface Leaf {
  of: string
  is: string
  found: string
  differs?(wanted: boolean): Saw['differs']
}

async function leaf(condition: Condition, seen: Seen): Promise<Leaf> {
  const { domain, chain, turn } = seen
  const step = chain[turn - 1]
  if (!step) return { of: 'turns', is: `there is a turn ${turn}`, found: `${chain.length} turns` }
  const past = seen.past()[turn - 1]
  const text = textAt(step)
  if ('action' in condition) return ofText('action', condition.action, past?.label ?? domain.label(step.action))
  if ('observation' in condition) return ofText('observation', condition.observation, text)
  if ('printed' in condition) return ofText('printed text', condition.printed, printedIn(seen))
  if ('tool' in condition) {
    return { of: 'tool', is: `is ${condition.tool}`, found: domain.toolOf(step.action) ?? 'no tool' }
  }
  if ('argument' in condition)
    return ofValues(`action, ${condition.argument}`, condition, condition.argument, step.action)
  if ('json' in condition) {
    const value = jsonIn(text)
    const of = `observation, ${condition.json}`
    if (value === undefined) return { of, is: valueWords(condition), found: `no JSON: ${text}` }
    return ofValues(of, condition, condition.json, value)
  }
  if ('state' in condition) {
    const { setup } = seen
    return ofValues(`state, ${condition.state}`, condition, condition.state, stateAfter(domain, setup, chain, turn))
  }
  if ('program' in condition)
    return ofValues(`program, ${condition.program}`, condition, condition.program, await keptIn(seen))
  if ('screen' in condition) return ofScreen(condition, text)
  if ('file' in condition) return ofFile(condition, seen)
  if ('told' in condition) {
    const is = `has the words ${JSON.stringify(condition.told)}`
    return { of: 'message to the user', is, found: toldIn(seen) ?? 'no message' }
  }
  if ('earlier' in condition) {
    return { of: 'turns', is: `what is asked for held of a turn before ${turn}`, found: `in none of ${turn - 1}` }
  }
  if ('fired' in condition) {
    const names = (past?.firings ?? []).map(
      ({ id, name, took }) => `${id ?? name}${took === false ? ' (not shown)' : ''}`
    )
    const is = condition.fired === '*' ? 'a perturbation takes part' : `${condition.fired} takes part`
    return { of: 'perturbations', is, found: names.join(', ') || 'none took part' }
  }
  if ('error' in condition) {
    const { failed, why } = failedIn(seen)
    const found = `${failed ? 'a failure' : 'no failure'}${why ? ` (${why})` : ''}`
    return { of: 'outcome', is: condition.error ? 'a failure' : 'no failure', found: `${found}\n${text}` }
  }
  if ('same' in condition) return ofSame(condition, seen)
  if ('script' in condition) return { of: 'script', is: 'returns true', found: `false, of this observation:\n${text}` }
  return { of: 'condition', is: 'holds', found: text }
}

function ofText(of: string, wanted: TextMatch, found: string): Leaf {
  const match = typeof wanted === 'string' ? { contains: wanted } : wanted
  const differs = (isWanted: boolean) => {
    const { is, contains } = match
    if (isWanted) return is === undefined ? undefined : firstDifference(is, found)
    const text = contains ?? is
    return text === undefined ? undefined : lineWith(text, found)
  }
  return { of, is: textWords(match), found, differs }
}

function textWords({ is, contains, matches, longer, shorter }: Exclude<TextMatch, string>): string {
  const said = [
    is !== undefined && `is ${JSON.stringify(is)}`,
    contains !== undefined && `contains ${JSON.stringify(contains)}`,
    matches !== undefined && `matches /${matches}/`,
    longer !== undefined && `has more than ${longer} characters`,
    shorter !== undefined && `has fewer than ${shorter} characters`
  ]
  return said.filter(Boolean).join(', and ') || 'is there'
}

function lineWith(wanted: string, found: string): Saw['differs'] {
  const at = found.indexOf(wanted)
  if (at < 0) return undefined
  const line = found.slice(0, at).split('\n').length
  return { line, expected: 'something else', found: clip(found.split('\n')[line - 1] ?? '', LONGEST_LINE) }
}

function ofValues(of: string, wanted: ValueMatch, path: string, value: Parameters<typeof valuesAt>[1]): Leaf {
  const values = valuesAt(path, value)
  const found = values.length ? values.map((one) => canonical(one)).join('\n') : `nothing there, in ${canonical(value)}`
  return { of, is: valueWords(wanted), found }
}

function valueWords({ is, contains, matches, least, most, exists, count }: ValueMatch): string {
  const said = [
    is !== undefined && `is ${canonical(is)}`,
    contains !== undefined && `contains ${JSON.stringify(contains)}`,
    matches !== undefined && `matches /${matches}/`,
    least !== undefined && `is at least ${least}`,
    most !== undefined && `is at most ${most}`,
    exists !== undefined && (exists ? 'is there' : 'is not there'),
    count !== undefined && `is there ${count} times`
  ]
  return said.filter(Boolean).join(', and ') || 'is there'
}

function ofScreen(
  { screen: wanted, count, least, most }: Extract<Condition, { screen: NodeMatch }>,
  text: string
): Leaf {
  const asked = [
    wanted.role,
    wanted.text !== undefined && `text ${textOf(wanted.text)}`,
    wanted.value !== undefined && `value ${textOf(wanted.value)}`,
    ...Object.entries(wanted.states ?? {}).map(([name, is]) => `${name}: ${is}`)
  ].filter(Boolean)
  const number =
    count !== undefined
      ? `${count} of`
      : [least !== undefined && `at least ${least} of`, most !== undefined && `at most ${most} of`]
          .filter(Boolean)
          .join(' and ') || 'at least one of'
  const is = `${number} these: ${asked.join(', ')}`
  const read = screenIn(text)
  if (!('screen' in read)) return { of: 'screen', is, found: `no screen:\n${text}` }
  const alike = read.screen.nodes.filter(({ role }) => wanted.role === undefined || role === wanted.role)
  const lines = alike.map(({ role, name, text: shown, value }) =>
    [role, JSON.stringify(name || shown), value === null ? '' : `= ${JSON.stringify(value)}`].filter(Boolean).join(' ')
  )
  return { of: 'screen', is, found: lines.join('\n') || `no ${wanted.role} among ${read.screen.nodes.length} things` }
}

const textOf = (wanted: TextMatch): string => textWords(typeof wanted === 'string' ? { contains: wanted } : wanted)

async function ofFile({ file, text, exists }: Extract<Condition, { file: string }>, seen: Seen): Promise<Leaf> {
  const found = (await seen.file?.(seen.turn, file)) ?? null
  const of = `file ${file}`
  if (found === null)
    return { of, is: exists === false ? 'is not there' : text ? textOf(text) : 'is there', found: 'no such file' }
  if (text === undefined) return { of, is: exists === false ? 'is not there' : 'is there', found }
  return ofText(of, text, found)
}

function ofSame({ same, as }: Extract<Condition, { same: string }>, seen: Seen): Leaf {
  const other = placeOf(as, seen)
  const [own, before] = [seen.turn, other].map((turn) => {
    const step = turn === null ? undefined : seen.chain[turn - 1]
    return step && partOf(step, same)
  })
  const of = same.startsWith('$') ? `observation, ${same}` : same
  const is = other === null ? `is as in turn ${as}, which there is not` : `is as in turn ${other}`
  return {
    ...{ of, is, found: own ?? 'nothing there' },
    differs: (wanted) => (wanted ? firstDifference(before ?? '', own ?? '') : undefined)
  }
}
