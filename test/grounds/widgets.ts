// How many turns of recorded sites are answered as the browser did, otherwise, or by the model, for each kind of widget:
// node test/grounds/widgets.ts RECORDING… [-v], where -v lists what is otherwise, with the lines that differ, and what the model is asked.
import { type JudgedTurn, judged } from '../core/grounds/widgets/judged.ts'

const paths = process.argv.slice(2).filter((one) => one !== '-v')
const isLong = process.argv.includes('-v')

const count = (turns: readonly JudgedTurn[]) => {
  const of = (answer: JudgedTurn['answer']) => turns.filter((one) => one.answer === answer).length
  const [right, wrong, undecided] = [of('right'), of('wrong'), of('undecided')]
  const share = right + wrong === 0 ? '' : `${((100 * right) / (right + wrong)).toFixed(1)} %`
  return `| ${right} | ${wrong} | ${undecided} | ${share} |`
}

for (const path of paths) {
  const turns = await judged(path)
  console.log(`${path}\n\n| widget | right | wrong | undecided | right of decided |\n| --- | --- | --- | --- | --- |`)
  for (const widget of [...new Set(turns.map((one) => one.widget))].sort())
    console.log(`| ${widget || 'no screen'} ${count(turns.filter((one) => one.widget === widget))}`)
  console.log(`| pages ${count(turns.filter(({ isRefused }) => !isRefused))}`)
  console.log(`| refusals ${count(turns.filter(({ isRefused }) => isRefused))}`)
  console.log(`| all ${count(turns)}\n`)
  if (!isLong) continue
  for (const { site, name, widget, rule, answer, said, recorded } of turns) {
    if (answer === 'right') continue
    console.log(`${answer} ${site}: ${name} (${widget}, ${rule})`)
    if (answer === 'undecided' || said === null) continue
    const [ours, theirs] = [said.split('\n'), recorded.split('\n')]
    for (const line of ours.filter((one) => !theirs.includes(one)).slice(0, 6)) console.log(`  - ${line}`)
    for (const line of theirs.filter((one) => !ours.includes(one)).slice(0, 6)) console.log(`  + ${line}`)
  }
}
