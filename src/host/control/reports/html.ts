// Results as one HTML file without scripts: the matrix first, then what did not pass and why.
import type { ScenarioGroup, ScenarioReport } from '../../../core/control/summary.ts'
import { forHtml as text } from './escaped.ts'
import {
  besideOf,
  byScenario,
  DETERMINISM,
  type ReportedVerdict,
  rateOf,
  recoveryLine,
  sawOf,
  verdictOfGroup
} from './words.ts'

const SIGNS: Record<ReportedVerdict, string> = { pass: '✓', fail: '✗', inconclusive: '?', flaky: '≈' }
const WORDS: Record<ReportedVerdict, string> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
  flaky: 'flaky'
}

/** @param about when and with what it was run, a line each */
export function html(report: ScenarioReport, about: readonly string[]): string {
  const { counts, runs } = report
  const scenarios = byScenario(report.groups)
  const columns = [...new Set(report.groups.map(({ variant }) => variant))]
  const rows = [...scenarios].map(([name, groups]) => {
    const cells = columns.map((variant) => cell(groups.find((group) => group.variant === variant)))
    return `<tr><th scope="row"><a href="#${id(name)}">${text(groups[0]?.title ?? name)}</a></th>${cells.join('')}</tr>`
  })
  const heads = columns.map((variant) => `<th scope="col">${text(variant || 'as written')}</th>`)
  const total = [
    `${counts.pass} passed`,
    counts.fail && `${counts.fail} failed`,
    counts.flaky && `${counts.flaky} of them flaky`,
    counts.inconclusive && `${counts.inconclusive} inconclusive`
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orrery: ${WORDS[report.verdict]}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1><span class="mark ${report.verdict}" aria-hidden="true">${SIGNS[report.verdict]}</span> ${report.groups.length} variants ${WORDS[report.verdict]}</h1>
<p>${total.filter(Boolean).join(', ')}; ${runs} runs.</p>
<p class="quiet">${about.map(text).join('<br>')}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Matrix">
<table><thead><tr><td></td>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</div>
${[...scenarios].map(([name, groups]) => section(name, groups)).join('\n')}
</main>
</body>
</html>
`
}

function cell(group: ScenarioGroup | undefined): string {
  if (!group) return '<td class="quiet">–</td>'
  const shown = verdictOfGroup(group)
  return `<td class="${shown}" title="${text(rateOf(group))}"><span aria-hidden="true">${SIGNS[shown]}</span> ${WORDS[shown]}</td>`
}

function section(name: string, groups: ScenarioGroup[]): string {
  return `<section aria-labelledby="${id(name)}"><h2 id="${id(name)}">${text(groups[0]?.title ?? name)} <small>${text(name)}</small></h2>
${groups.map(details).join('\n')}</section>`
}

function details(group: ScenarioGroup): string {
  const shown = verdictOfGroup(group)
  const facts: [string, string][] = [
    ['Result', rateOf(group)],
    ['Repeats', group.determinism ? DETERMINISM[group.determinism] : ''],
    ['All repeats pass', group.passK === null ? '' : `${Math.round(group.passK * 100)} %`],
    ['After the fault', recoveryLine(group)],
    ...besideOf(group).map(([of, text]): [string, string] => [`${of.charAt(0).toUpperCase()}${of.slice(1)}`, text]),
    [
      'By axis',
      Object.entries(group.axes)
        .map(([axis, { pass, fail }]) => `${axis} ${pass} of ${pass + fail}`)
        .join(', ')
    ]
  ]
  const listed = facts.filter(([, value]) => value).map(([label, value]) => `<dt>${label}</dt><dd>${text(value)}</dd>`)
  return `<h3><span class="mark ${shown}" aria-hidden="true">${SIGNS[shown]}</span> ${text(group.variant || 'as written')} <small>${WORDS[shown]}</small></h3>
<dl>${listed.join('')}</dl>${group.failures.length ? `<ul>${group.failures.map(failure).join('')}</ul>` : ''}`
}

function failure({ why, checks, seed, turns, session }: ScenarioGroup['failures'][number]): string {
  const open = checks.filter(({ verdict }) => verdict !== 'pass')
  const looked = sawOf({ checks })
  const listed = open.map(
    ({ name, axis, verdict, why }) => `<li>${axis} ${text(name)}: ${WORDS[verdict]}. ${text(why)}</li>`
  )
  return `<li>${text(why)} <small>seed ${seed}, ${turns} turns, world ${text(session)}</small>${listed.length > 1 ? `<ul>${listed.join('')}</ul>` : ''}${looked.length ? `<pre>${text(looked.join('\n'))}</pre>` : ''}</li>`
}

const id = (name: string): string => `s-${name.replaceAll(/[^\w-]/g, '_')}`

// Shared by every page that a report is.
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e7eaee); --quiet: light-dark(#57606a, #a3adb8); --line: light-dark(#d5dae0, #3a424c);
  --page: light-dark(#ffffff, #14181d); --good: light-dark(#1a6b33, #62cf86); --bad: light-dark(#b3261e, #ff938b); --open: light-dark(#7a5200, #e5b45c); }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2.5rem 0 0; border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; } small { color: var(--quiet); font-weight: normal; } p { margin: .5rem 0; }
.quiet { color: var(--quiet); } .scroll { overflow-x: auto; margin-top: 1.5rem; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .35rem .75rem; border: 1px solid var(--line); white-space: nowrap; }
thead td { border: 0; } th { font-weight: 600; } a { color: inherit; }
.pass { color: var(--good); } .fail { color: var(--bad); } .inconclusive, .flaky { color: var(--open); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; } dt { color: var(--quiet); } dd { margin: 0; }
ul { margin: .35rem 0; padding-left: 1.25rem; } pre { margin: .35rem 0; padding: .35rem .6rem; border: 1px solid var(--line); white-space: pre-wrap; font-size: .85em; }`
