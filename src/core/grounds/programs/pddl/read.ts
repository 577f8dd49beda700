// A world of PDDL from its texts, or everything that is wrong with them, each with its file, line and column.
import { type PddlDomain, readDomain } from './domain.ts'
import { isList, nameIn, type PddlList, placeIn, readLists, type Say } from './lisp.ts'
import { objectsIn, readProblem } from './problem.ts'
import { type PddlWorld, pddlWorld } from './world.ts'

/** A text, and the name by which it is told. */
export interface PddlText {
  file: string | undefined
  text: string
}

export interface PddlFault {
  file: string | undefined
  at: { line: number; column: number }
  message: string
}

interface Definition extends PddlText {
  list: PddlList
}

/** The definitions in the texts: a domain and a problem, in whatever file. */
export function readPddl(texts: readonly PddlText[]): { world: PddlWorld | null; faults: PddlFault[] } {
  const faults: PddlFault[] = []
  const found: Record<'domain' | 'problem', Definition[]> = { domain: [], problem: [] }
  for (const one of texts) {
    const say = sayIn(one, faults)
    for (const list of readLists(one.text, say)) {
      const [word, heading] = list.items
      const what = nameIn(isList(heading) ? heading.items[0] : undefined)
      if (nameIn(word) === 'define' && (what === 'domain' || what === 'problem')) found[what].push({ ...one, list })
      else say(list.at, 'A file of PDDL begins with (define (domain NAME) …) or (define (problem NAME) …).')
    }
  }
  for (const what of ['domain', 'problem'] as const) {
    const [, second] = found[what]
    if (second) sayIn(second, faults)(second.list.at, `There is a second ${what}. A world has one.`)
  }
  const [domain] = found.domain
  const [problem] = found.problem
  if (!domain && !faults.length)
    faults.push(
      alone(
        texts,
        'No domain is here: (define (domain NAME) …). Put its file beside that of the problem, or name both.'
      )
    )
  const read: PddlDomain | null = domain
    ? readDomain(domain.list, problem ? objectsIn(problem.list) : [], sayIn(domain, faults))
    : null
  if (!problem && !faults.length)
    faults.push(
      alone(
        texts,
        'No problem is here: (define (problem NAME) (:domain NAME) …). Put its file beside that of the domain, or name both.'
      )
    )
  if (!read || !problem) return { world: null, faults }
  const made = readProblem(problem.list, read, sayIn(problem, faults))
  return { world: faults.length ? null : pddlWorld(read, made), faults }
}

function sayIn({ file, text }: PddlText, faults: PddlFault[]): Say {
  return (at, message) => void faults.push({ file, at: placeIn(text, at), message })
}

const alone = (texts: readonly PddlText[], message: string): PddlFault => ({
  ...{ file: texts[0]?.file, message },
  at: { line: 1, column: 1 }
})
