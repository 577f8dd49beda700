// Results for a terminal, for GitHub's checks, and for an agent that wrote the scenarios.
import type { ScenarioGroup, ScenarioReport } from '../../../core/control/summary.ts'
import { besideOf, nameOfGroup, rateOf, recoveryLine, sawOf, verdictOfGroup } from './words.ts'

/** What a report says of where things are and how to repeat them. */
export interface ReportPlaces {
  /** Where each scenario is written, by its name. */
  files: ReadonlyMap<string, string>
  /** The command that runs only this variant. */
  command?: ((group: ScenarioGroup) => string) | undefined
}

export type Reporter = (report: ScenarioReport, around: ReportPlaces) => string[]

const WORDS = { pass: 'pass', fail: 'FAIL', inconclusive: 'open', flaky: 'FLAKY' }

const line: Reporter = ({ groups, counts, runs, broken }, { command }) => [
  ...groups.flatMap((group) => {
    const head = `${WORDS[verdictOfGroup(group)].padEnd(5)} ${nameOfGroup(group)}: ${rateOf(group)}`
    const beside = besideOf(group).map(([of, text]) => `      ${of}: ${text}`)
    if (group.verdict === 'pass') return [head, ...beside]
    const [first] = group.failures
    const recovery = recoveryLine(group)
    return [
      head,
      ...(first ? [first.why, ...sawOf(first)].map((text) => `      ${text}`) : []),
      ...(recovery ? [`      ${recovery}`] : []),
      ...beside,
      ...(command ? [`      ${command(group)}`] : [])
    ]
  }),
  '',
  total({ counts, runs, broken })
]

function total({ counts, runs, broken }: Pick<ScenarioReport, 'counts' | 'runs' | 'broken'>): string {
  const parts = [
    `${counts.pass} passed`,
    counts.fail && `${counts.fail} failed`,
    counts.flaky && `${counts.flaky} of them flaky`,
    counts.inconclusive && `${counts.inconclusive} inconclusive`,
    broken && `${broken} runs stopped by the engine`
  ]
  return `${parts.filter(Boolean).join(', ')} (${runs} runs).`
}

/** Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
const github: Reporter = (report, around) => [
  ...report.groups.flatMap((group) => {
    if (group.verdict === 'pass') return []
    const file = around.files.get(group.scenario)
    const level = group.verdict === 'fail' ? 'error' : 'warning'
    const where = [file && `file=${property(file)}`, file && 'line=1', `title=${property(nameOfGroup(group))}`]
      .filter(Boolean)
      .join(',')
    return [
      `::${level} ${where}::${message(`${rateOf(group)}. ${[group.failures[0]?.why ?? '', ...group.failures.slice(0, 1).flatMap(sawOf), around.command?.(group)].filter(Boolean).join('\n')}`)}`
    ]
  }),
  total(report)
]

const message = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Short: the verdict first, then each failure, how to repeat it, and what it looked at. */
const agent: Reporter = (report, around) => [
  `${report.verdict.toUpperCase()}: ${total(report)}`,
  ...report.groups
    .filter(({ verdict }) => verdict !== 'pass')
    .flatMap((group) => {
      const [first] = group.failures
      const check = first?.checks.find(({ verdict }) => verdict !== 'pass')
      const turn = check?.turn ? ` (turn ${check.turn})` : ''
      return [
        `- ${verdictOfGroup(group)} ${nameOfGroup(group)}: ${first?.why ?? rateOf(group)}${turn}`,
        ...(around.command ? [`  repeat: ${around.command(group)}`] : []),
        ...(first ? sawOf(first).map((text) => `  ${text}`) : []),
        ...besideOf(group).map(([of, text]) => `  ${of}: ${text}`)
      ]
    })
]

export const reporters = { line, github, agent }
