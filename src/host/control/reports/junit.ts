// Results as JUnit's XML, as CI servers read it: a suite for each scenario, a case for each variant. Flaky ones are Surefire's `flakyFailure`.
import type { ScenarioGroup, ScenarioReport } from '../../../core/control/summary.ts'
import { forXml as escaped } from './escaped.ts'
import { besideOf, byScenario, nameOfGroup, rateOf, recoveryLine, sawOf, verdictOfGroup } from './words.ts'

/** @param files where each scenario is written, by its name */
export function junit(report: ScenarioReport, files: ReadonlyMap<string, string>): string {
  const suites = byScenario(report.groups)
  const written = [...suites].map(([name, groups]) => suite(name, groups, files.get(name)))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${numbers(report.groups)}>`,
    ...written,
    '</testsuites>',
    ''
  ].join('\n')
}

function suite(name: string, groups: ScenarioGroup[], file: string | undefined): string {
  const where = file === undefined ? '' : ` file="${escaped(file)}"`
  return [
    `  <testsuite name="${escaped(name)}"${where}${numbers(groups)}>`,
    ...groups.map((group) => one(group, file)),
    '  </testsuite>'
  ].join('\n')
}

function numbers(groups: ScenarioGroup[]): string {
  const count = (shown: string) => groups.filter((group) => verdictOfGroup(group) === shown).length
  return ` tests="${groups.length}" failures="${count('fail')}" skipped="${count('inconclusive')}" errors="0" time="${seconds(groups)}"`
}

const seconds = (groups: ScenarioGroup[]): string =>
  (
    groups.reduce((sum, { ms, counts }) => sum + ms * (counts.pass + counts.fail + counts.inconclusive), 0) / 1000
  ).toFixed(3)

function one(group: ScenarioGroup, file: string | undefined): string {
  const where = file === undefined ? '' : ` file="${escaped(file)}"`
  const head = `    <testcase classname="${escaped(group.scenario)}" name="${escaped(group.variant || group.title)}"${where} time="${seconds([group])}"`
  const details = group.failures.map(({ why, session, checks }) => {
    const failed = checks.filter(({ verdict }) => verdict !== 'pass').map((check) => `${check.name}: ${check.why}`)
    return [why, ...failed, ...sawOf({ checks }), `World: ${session}`].join('\n')
  })
  const shown = verdictOfGroup(group)
  const body: string[] = []
  if (shown === 'fail') body.push(element('failure', group.failures[0]?.why ?? '', details.join('\n\n')))
  if (shown === 'flaky')
    for (const [index, detail] of details.entries())
      body.push(element('flakyFailure', group.failures[index]?.why ?? '', detail))
  if (shown === 'inconclusive')
    body.push(`      <skipped message="${escaped(group.failures[0]?.why ?? 'No run decided.')}"/>`)
  const beside = besideOf(group).map(([of, text]) => `${of}: ${text}`)
  const said = [`${nameOfGroup(group)}: ${rateOf(group)}`, recoveryLine(group), ...beside].filter(Boolean).join('\n')
  body.push(`      <system-out>${escaped(said)}</system-out>`)
  return [`${head}>`, ...body, '    </testcase>'].join('\n')
}

function element(name: string, message: string, text: string): string {
  return `      <${name} type="check" message="${escaped(message)}">${escaped(text)}</${name}>`
}
