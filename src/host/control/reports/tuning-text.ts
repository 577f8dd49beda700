// What a search for a template came to, in lines for a terminal and as the page that a saved pack has of itself.
import type { TuningReport } from '../../../core/control/tuning/report.ts'
import { bounds, meanOf, signed, VERDICTS } from './compare-text.ts'

/** @param winner `template` as worlds name it; `prompt` where it is one of its own */
export function tuningLines(
  report: TuningReport,
  winner: { template: string; prompt: string | null; examples: number }
): string[] {
  return [...rungLines(report), ...figures(report), cost(report), advice(report, winner)]
}

/** Markdown. */
export function aboutPack(report: TuningReport): string {
  const how = `Found by \`orrery templates search\` for ${report.domain} with ${report.model}, by ${report.measure}.`
  const lines = [...rungLines(report), ...figures(report), cost(report)].map((text) => `- ${text}`)
  return [`# ${report.winner}`, how, lines.join('\n'), ''].join('\n\n')
}

const rungLines = ({ rungs, measure }: TuningReport): string[] =>
  rungs.map(({ turns, scores }) => {
    const told = scores.map(({ variant, score }) => `${variant} ${score.toFixed(3)}`).join(', ')
    return `First ${turns} turns, ${measure}: ${told}`
  })

function figures({ winner, baseline, held, heldOut, difference, measure }: TuningReport): string[] {
  const of = (name: string, figure: TuningReport['held']['winner']) =>
    `${name} ${meanOf(figure ?? undefined)}${figure ? bounds(figure) : ''}`
  const both =
    winner === baseline ? of(winner, held.winner) : `${of(winner, held.winner)}, ${of(baseline, held.baseline)}`
  const about = `Held out, ${heldOut.length} recordings, ${measure}: ${both}`
  if (!difference) return [about]
  const { mean, verdict, turns, sessions } = difference
  return [
    about,
    `Difference there: ${signed(mean)}${bounds(difference)}: ${VERDICTS[verdict]} (${turns} turns, ${sessions} sessions)`
  ]
}

function cost({ cost: { answers, tokens, seconds, words } }: TuningReport): string {
  const writing = words ? `, ${words} tokens of written variants` : ''
  return `Cost: ${answers} answers, ${tokens} tokens, ${seconds.toFixed(0)} s${writing}`
}

function advice(
  { saved, winner, baseline, difference }: TuningReport,
  { template, examples }: { template: string; examples: number }
): string {
  if (winner === baseline) return 'The usual template did best: there is nothing to save.'
  const sure = difference?.verdict === 'differs' && difference.mean > 0 ? '' : ' It is not known to be better.'
  if (saved !== null) return `Saved the prompt pack "${saved}".${sure} Use it: --template ${saved}`
  if (examples)
    return `Similar steps as examples did best: no prompt to save.${sure} Compare: --with examples:${examples}`
  return `A template that is there already did best.${sure} Use it: --template ${template}`
}
