// A comparison as JUnit's XML: a suite for each contestant and past, a case for each domain, held to the bar that was set.

import type { MeasureName } from '../../../core/control/compare/measures.ts'
import type { Comparison, ScoreTable } from '../../../core/control/compare/report.ts'
import { bounds, meanOf } from './compare-text.ts'
import { forXml as escaped } from './escaped.ts'

/** What a mean must reach. */
export interface Bar {
  measure: MeasureName
  least: number
}

/** Where contestants stay below a bar over all turns of a past; a measure that says nothing of any turn is no failure. */
export function belowBars({ contestants }: Comparison, bars: readonly Bar[]): string[] {
  return contestants.flatMap(({ name, passes }) =>
    Object.entries(passes).flatMap(([pass, { overall }]) =>
      failuresIn(overall, bars).map((failure) => `${name}, ${pass} past: ${failure}`)
    )
  )
}

/** Without an answer at all there is nothing that could reach a bar. */
function failuresIn({ turns, missing, figures }: ScoreTable, bars: readonly Bar[]): string[] {
  if (turns > 0 && turns === missing) return bars.length ? [`none of ${turns} turns has an answer`] : []
  return bars.flatMap(({ measure, least }) => {
    const figure = figures[measure]
    return figure && figure.mean < least ? [`${measure} is ${meanOf(figure)}, below ${least}`] : []
  })
}

export function compareJunit({ contestants }: Comparison, bars: readonly Bar[]): string {
  const suites = contestants.flatMap(({ name, passes }) =>
    Object.entries(passes).map(([pass, { byDomain }]) => suite(`${name}, ${pass} past`, byDomain, bars))
  )
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n')
}

function suite(name: string, byDomain: Record<string, ScoreTable>, bars: readonly Bar[]): string {
  const cases = Object.entries(byDomain).map(([domain, table]) => ({ domain, table, failed: failuresIn(table, bars) }))
  const failures = cases.filter(({ failed }) => failed.length).length
  const lines = cases.map(({ domain, table, failed }) => {
    const figures = Object.entries(table.figures).map(
      ([measure, figure]) => `${measure} ${meanOf(figure)}${bounds(figure)}`
    )
    const said = [`${table.turns} turns, ${table.missing} missing`, ...figures].join('\n')
    const failure = failed.length ? `<failure type="below" message="${escaped(failed.join('; '))}"></failure>` : ''
    return `    <testcase classname="${escaped(name)}" name="${escaped(domain)}">${failure}<system-out>${escaped(said)}</system-out></testcase>`
  })
  return [
    `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}">`,
    ...lines,
    '  </testsuite>'
  ].join('\n')
}
