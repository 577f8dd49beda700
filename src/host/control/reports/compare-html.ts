// Contestants side by side as one HTML file without scripts: a table for each measure, whose figures lead to the turns behind them.

import { MEASURES, type MeasureName } from '../../../core/control/compare/measures.ts'
import type {
  ComparedTurn,
  CompareReport,
  Comparison,
  Pass,
  PassSummary,
  ScoreTable
} from '../../../core/control/compare/report.ts'
import { curve } from './compare-curve.ts'
import { intervalPlot, type PlotBand } from './compare-plot.ts'
import { bounds, meanOf, measuresIn, PASS_TITLES, signed, VERDICTS } from './compare-text.ts'
import { forHtml as text } from './escaped.ts'
import { STYLE } from './html.ts'
import { counted } from './words.ts'

const PASSES: Pass[] = ['true', 'own']

/** @param about what was compared, a line each; the page has nothing else that depends on when it was made */
export function compareHtml(
  comparison: Comparison,
  reports: readonly CompareReport[],
  about: readonly string[]
): string {
  const names = comparison.contestants.map(({ name }) => name)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orrery: ${text(names.join(', '))}</title>
<style>${STYLE}
summary { cursor: pointer; padding: .35rem 0; } td small { display: block; } .wrap { white-space: normal; min-width: 14rem; } svg { max-width: 100%; height: auto; }
:target { outline: 2px solid; outline-offset: 4px; } .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }</style>
</head>
<body>
<main>
<h1>Leaderboard over recordings</h1>
<p class="quiet">${about.map(text).join('<br>')}</p>
<p>A figure is a mean over turns, from 0 to 1, with the bounds that hold with 95 % confidence. It leads to the turns behind it. Turns without an answer enter no mean; in the order, the best first, they count 0.</p>
${PASSES.map((pass) => passSection(comparison, pass)).join('\n')}
${differences(comparison)}
${divergences(comparison)}
${reports.map((report, index) => turnsOf(report, index)).join('\n')}
</main>
</body>
</html>
`
}

function passSection({ contestants }: Comparison, pass: Pass): string {
  const rows = contestants.flatMap(({ name, passes }, index) => {
    const summary = passes[pass]
    return summary ? [{ name, index, summary }] : []
  })
  if (!rows.length) return ''
  const domains = [...new Set(rows.flatMap(({ summary }) => Object.keys(summary.byDomain)))].sort()
  const measures = measuresIn(rows.map(({ summary }) => summary.overall))
  const lines = rows.map(({ name, summary }) => ({ name, points: summary.curve }))
  return `<section aria-labelledby="p-${pass}"><h2 id="p-${pass}">${PASS_TITLES[pass]}</h2>
${measures.map((measure) => measureTable(measure, { rows, domains, pass })).join('\n')}
<details><summary>Exact by the number of the turn</summary>${curve(lines)}</details>
</section>`
}

interface Rows {
  rows: { name: string; index: number; summary: PassSummary }[]
  domains: string[]
  pass: Pass
}

function measureTable(measure: MeasureName, { rows, domains, pass }: Rows): string {
  const kinds = [...new Set(rows.flatMap(({ summary }) => Object.keys(summary.byKind)))].sort()
  const cell = (table: ScoreTable | undefined, place: string): string => {
    const figure = table?.figures[measure]
    if (!figure) return '<td class="quiet">–</td>'
    const missing = table.missing ? `, ${table.missing} missing` : ''
    return `<td><a href="#${place}">${meanOf(figure)}</a><small>${bounds(figure).trim()} ${counted(figure.turns, 'turn')}${missing}</small></td>`
  }
  const ranked = rows.toSorted((a, b) => rankOf(b.summary, measure) - rankOf(a.summary, measure))
  const body = ranked.map(({ name, index, summary }) => {
    const cells = domains.map((domain) => cell(summary.byDomain[domain], placeOf(index, pass, domain)))
    const ofKinds = kinds.map((kind) => cell(summary.byKind[kind], `c${index}`))
    return `<tr><th scope="row">${text(name)}</th>${cell(summary.overall, `c${index}`)}${cells.join('')}${ofKinds.join('')}</tr>`
  })
  const heads = ['all', ...domains, ...kinds.map((kind) => `kind: ${kind}`)].map(
    (domain) => `<th scope="col">${text(domain)}</th>`
  )
  return `<details${measure === 'exact' ? ' open' : ''}><summary><b>${measure}</b>: ${MEASURES[measure]}</summary>
${intervalPlot(`${measure}, ${PASS_TITLES[pass]}`, bandsOf(measure, { rows: ranked, domains, pass }))}
<div class="scroll" tabindex="0" role="region" aria-label="${measure}, ${PASS_TITLES[pass]}"><table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div></details>`
}

/** All turns first, then each domain; the contestants in the order of the table. */
function bandsOf(measure: MeasureName, { rows, domains, pass }: Rows): PlotBand[] {
  const band = (name: string, of: (row: Rows['rows'][number]) => [ScoreTable | undefined, string]): PlotBand => ({
    name,
    marks: rows.flatMap((row) => {
      const [table, href] = of(row)
      const figure = table?.figures[measure]
      return figure ? [{ contestant: row.index, name: row.name, figure, href: `#${href}` }] : []
    })
  })
  return [
    band('all', ({ summary, index }) => [summary.overall, `c${index}`]),
    ...domains.map((domain) =>
      band(domain, ({ summary, index }) => [summary.byDomain[domain], placeOf(index, pass, domain)])
    )
  ]
}

/** What contestants are ordered by: here a turn without an answer counts 0, so that nobody leads by few answers. */
function rankOf({ overall: { figures, missing } }: PassSummary, measure: MeasureName): number {
  const figure = figures[measure]
  return figure ? (figure.mean * figure.turns) / (figure.turns + missing) : -1
}

const placeOf = (contestant: number, pass: Pass, domain: string): string =>
  `c${contestant}-${pass}-${domain.replaceAll(/[^\w-]/g, '_')}`

function differences({ differences }: Comparison): string {
  if (!differences.length) return ''
  const rows = differences.map(
    ({ pass, measure, first, second, verdict, ...figure }) =>
      `<tr><th scope="row">${text(first)} − ${text(second)}</th><td>${measure}</td><td>${pass}</td><td>${signed(figure.mean)}<small>${bounds(figure).trim()}</small></td><td class="${verdict === 'differs' ? '' : 'quiet'}">${VERDICTS[verdict]}</td><td>${counted(figure.turns, 'turn')}, ${counted(figure.sessions, 'session')}</td></tr>`
  )
  return tableSection('differences', 'Differences', ['', 'measure', 'past', 'difference', 'it is', 'over'], rows)
}

function divergences({ contestants }: Comparison): string {
  const rows = contestants.flatMap(({ name, divergences }) =>
    divergences.map(({ title, session, turn, turns, label, differs }) => {
      const where = turn === null ? 'never' : `turn ${turn} of ${turns}`
      return `<tr><th scope="row">${text(name)}</th><td>${text(title)}<small>world ${text(session)}, branch “${text(name)}”</small></td><td>${where}</td><td class="wrap">${text(label ?? '')}</td>${differing(differs)}</tr>`
    })
  )
  if (!rows.length) return ''
  const heads = ['', 'recording', 'left the truth in', 'action', 'line', 'truth', 'shown instead']
  return tableSection('divergences', 'Where each left the truth', heads, rows)
}

function turnsOf({ contestant, turns }: CompareReport, index: number): string {
  const groups = PASSES.flatMap((pass) => {
    const asked = turns.filter((turn) => turn.pass === pass)
    const domains = [...new Set(asked.map(({ domain }) => domain))].sort()
    return domains.map((domain) =>
      turnTable(
        asked.filter((turn) => turn.domain === domain),
        { index, pass, domain }
      )
    )
  })
  return `<section aria-labelledby="c${index}"><h2 id="c${index}">Turns of ${text(contestant)}</h2>
${groups.join('\n')}</section>`
}

function turnTable(
  turns: ComparedTurn[],
  { index, pass, domain }: { index: number; pass: Pass; domain: string }
): string {
  const measures = [...new Set(turns.flatMap(({ scores }) => Object.keys(scores ?? {}) as MeasureName[]))] // As they were put there.
  const heads = ['recording', 'turn', 'action', 'kind', ...measures, 'line', 'truth', 'shown instead']
  const rows = turns.map(({ session, turn, label, kind, scores, error, differs }) => {
    const figures = measures.map((measure) => `<td>${scores?.[measure]?.toFixed(3) ?? '–'}</td>`)
    const rest = error ? `<td colspan="3" class="wrap fail">${text(error.message)}</td>` : differing(differs ?? null)
    return `<tr><td>${text(session)}</td><td>${turn}</td><td class="wrap">${text(label)}</td><td>${kind}</td>${figures.join('')}${rest}</tr>`
  })
  const id = placeOf(index, pass, domain)
  return `<div id="${id}">${tableOf(`${domain}: ${PASS_TITLES[pass]}`, heads, rows)}</div>`
}

function differing(differs: ComparedTurn['differs'] | null): string {
  if (!differs) return '<td></td><td></td><td></td>'
  const shown = (line: string | null) => (line === null ? '<i>ends before</i>' : `<code>${text(line)}</code>`)
  return `<td>${differs.line}</td><td class="wrap">${shown(differs.truth)}</td><td class="wrap">${shown(differs.predicted)}</td>`
}

function tableSection(id: string, title: string, heads: string[], rows: string[]): string {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${tableOf(title, heads, rows)}</section>`
}

function tableOf(title: string, heads: string[], rows: string[]): string {
  const cells = heads.map((head) => (head ? `<th scope="col">${text(head)}</th>` : '<td></td>'))
  return `<div class="scroll" tabindex="0" role="region" aria-label="${text(title)}"><table><caption class="quiet">${text(title)}</caption><thead><tr>${cells.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`
}
