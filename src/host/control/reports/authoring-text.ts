// What the writing of a world came to, as text: for the command line, and as the readable report beside the world.
import type { AuthorReport, AuthorScore } from '../../../core/control/authoring/report.ts'
import { scoreTold } from '../../../core/control/authoring/score.ts'

const share = ({ right, turns }: AuthorScore): string => (turns ? (right / turns).toFixed(2) : '')

function rowOf(name: string, score: AuthorScore | null): string[] {
  if (!score) return [name, 'not asked', '', '', '', '']
  const scenes = score.scenes === undefined ? '' : `${score.scenes} scenes, ${score.worths ?? 0} rewards and ends`
  const errors = Object.entries(score.errors).map(([kind, count]) => `${kind} ${count}`)
  return [name, scoreTold(score), share(score), score.values?.toFixed(2) ?? '', scenes, errors.join(', ')]
}

const HEAD = ['', 'right', 'share', 'JSON values', 'scenes', 'errors']

/** Whoever answered the held-back turns, a row each. */
export function heldRows({ held }: AuthorReport): string[][] {
  return [
    HEAD,
    rowOf('program', held.program),
    rowOf('induction alone', held.induced),
    rowOf('first program', held.first),
    rowOf('look-up of calls', held.lookup),
    rowOf('the model itself', held.model)
  ]
}

/** Every program that was tried on the turns that are shown. */
export function attemptRows({ attempts, chosen }: AuthorReport): string[][] {
  return [
    ['', 'right', 'share', 'JSON values', 'ahead', 'errors'],
    ...attempts.map(({ by, shown, ahead, problem }) =>
      problem === undefined
        ? rowOf(`${by}${by === chosen ? ' *' : ''}`, shown).with(4, ahead ? scoreTold(ahead) : '')
        : [by, 'cannot begin', '', '', '', problem]
    )
  ]
}

/** What each role took. */
export function spentRows({ spent }: AuthorReport): string[][] {
  const rows = spent.map(({ role, turns, prompt, generated, ms, modelMs }) => [
    role,
    String(turns),
    prompt.toLocaleString('en-US'),
    generated.toLocaleString('en-US'),
    (ms / 1000).toFixed(1),
    modelMs === undefined ? '' : (modelMs / 1000).toFixed(1)
  ])
  return [['role', 'turns', 'tokens read', 'tokens written', 'seconds', 'of them the model'], ...rows]
}

/** The programs of the loop in their order: right on shown turns, tests, and which errors are left. */
export function roundRows({ rounds }: AuthorReport): string[][] {
  const rows = rounds.map(({ by, shown, tested }) => [
    by,
    shown ? scoreTold(shown) : '',
    tested ? `${tested.passed} of ${tested.passed + tested.failed.length}` : '',
    Object.entries(shown?.errors ?? {})
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')
  ])
  return [['written by', 'shown turns', 'tests', 'errors'], ...rows]
}

/** Beside the model's last program its first. */
export function againstTold({ held }: AuthorReport): string {
  const { against } = held
  if (!against) return ''
  return `The last program against the first, on held-back turns: ${against.win} won, ${against.tie} alike, ${against.loss} lost.`
}

export function turnsTold({ turns }: AuthorReport): string {
  const told = turns.told ? `, of which ${turns.told} do not count because what was given tells them` : ''
  const repeated = turns.repeated ? ` ${turns.repeated} of those repeat ten words in a row of a shown turn.` : ''
  return `${turns.all} recorded turns: ${turns.shown} shown, ${turns.held} held back${told}.${repeated}`
}

const markdown = ([head = [], ...rows]: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n')

/** The report as Markdown. Its bytes follow from the report alone. */
export function authoringMarkdown(report: AuthorReport): string {
  const { name, domain, mode, label, chosen } = report
  const parts = [
    `# ${name}`,
    `A world of the kind \`${domain}\`, written by ${mode}. It ${label}.`,
    turnsTold(report),
    '## Held-back turns',
    markdown(heldRows(report)),
    '## Programs that were tried, on shown turns',
    report.attempts.length ? markdown(attemptRows(report)) : 'None.',
    ...(report.rounds.length ? ['## The loop', markdown(roundRows(report)), againstTold(report)] : []),
    ...(report.tested?.failed.length
      ? [
          '## Tests that fail',
          report.tested.failed.map(({ name: test, why }) => `- ${test}: ${why.split('\n')[0]}`).join('\n')
        ]
      : []),
    ...(report.unknown.length ? ['## What stays unknown', report.unknown.map((one) => `- ${one}`).join('\n')] : []),
    ...(chosen === null ? [] : [`What is left is "${chosen}", marked with *.`])
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}
