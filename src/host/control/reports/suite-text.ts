// What a benchmark came to, as a table and as Markdown.
import type { SuiteReport } from '../../../core/control/suites/report.ts'

const shown = (value: number | null): string => (value === null ? '-' : String(Math.round(value * 1000) / 1000))

/** Means first: of how many items each is, and what the benchmark's own script would count. */
export function suiteMeans({ means }: SuiteReport): string[][] {
  const published = means.some((one) => one.published !== undefined)
  return [
    ['', 'mean', 'items', 'missing', ...(published ? ['as published'] : [])],
    ...means.map((one) => [
      ...[one.score, shown(one.mean), String(one.of), String(one.missing)],
      ...(published ? [shown(one.published ?? one.mean)] : [])
    ])
  ]
}

export function suiteItems({ rows, means }: SuiteReport): string[][] {
  const names = means.map(({ score }) => score)
  return [['', ...names], ...rows.map(({ id, scores }) => [id, ...names.map((name) => shown(scores[name] ?? null))])]
}

/** Why scores are missing, and what is wrong with items: each sentence once, with the items that it is about. */
export function suiteNotes({ rows }: SuiteReport): string[] {
  const about = new Map<string, Set<string>>()
  const note = (what: string, id: string) => about.set(what, (about.get(what) ?? new Set()).add(id))
  for (const { id, missing, problem } of rows) {
    if (problem) note(problem, id)
    const reasons = new Map<string, string[]>()
    for (const [name, why] of Object.entries(missing)) reasons.set(why, [...(reasons.get(why) ?? []), name])
    for (const [why, names] of reasons) note(`no ${names.join(', ')}: ${why}`, id)
  }
  return [...about].map(([what, ids]) => {
    const [first, ...more] = ids
    return `${first}${more.length ? ` and ${more.length} more` : ''}: ${what}`
  })
}

export function suiteMarkdown(report: SuiteReport): string {
  const table = ([head = [], ...rows]: string[][]) => [head, head.map(() => '---'), ...rows].map(row).join('\n')
  const notes = suiteNotes(report).map((one) => `- ${one.replaceAll('\n', ' ')}`)
  return `${[`# ${report.suite}`, table(suiteMeans(report)), table(suiteItems(report)), notes.join('\n')].filter(Boolean).join('\n\n')}\n`
}

const row = (cells: readonly string[]): string => `| ${cells.map((one) => one.replaceAll('|', '\\|')).join(' | ')} |`
