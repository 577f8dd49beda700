// A report of coverage as rows of words: the same for the command line and the window.
import type { Coverage } from '../control/evaluate/coverage-report.ts'

/** What is covered, and how far. */
export type CoverageRow = readonly [what: string, told: string]

export function coverageRows({ worlds, turns, domains, kinds, lengths, ...counts }: Coverage): CoverageRow[] {
  const share = (count: number, of: number): string => `${count} (${of ? Math.round((100 * count) / of) : 0} %)`
  const list = (counts: Record<string, number>, of: number): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${share(count, of)}`)
      .join(', ')
  const spread = ({ least, median, most }: Coverage['lengths']['turns']): string =>
    `${least} to ${most}, median ${median}`
  return [
    ['worlds', String(worlds)],
    ['turns', `${turns}; of a world ${spread(lengths.turns)}`],
    ['kinds of turns', list(kinds, turns)],
    ['failed turns', share(counts.errors, turns)],
    ['turns that do nothing', share(counts.empty, turns)],
    ['observations', list(counts.answers, turns)],
    ['how worlds ended', list(counts.outcomes, worlds)],
    ['characters of an action', spread(lengths.action)],
    ['characters of an observation', spread(lengths.observation)],
    ...Object.entries(domains).flatMap(([domain, one]): CoverageRow[] => [
      [domain, `${one.worlds} of the worlds, ${share(one.turns, turns)} of the turns`],
      [`${domain}: used`, list(one.used, one.turns) || 'nothing'],
      ...(one.unused ? [[`${domain}: declared, never used`, one.unused.join(', ') || 'none'] as const] : []),
      ...(one.undeclared?.length ? [[`${domain}: used, not declared`, one.undeclared.join(', ')] as const] : [])
    ])
  ]
}
