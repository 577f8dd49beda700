// How many turns of recorded sites are answered as the browser did, otherwise, or by the model, for each kind of widget:
// node test/grounds/widgets.ts RECORDING… [-v], where -v lists what is otherwise, with the lines that differ, and what the model is asked.
import { compared, type JudgedTurn, judged } from '../core/grounds/widgets/judged.ts'

const paths = process.argv.slice(2).filter((one) => one !== '-v')
const isLong = process.argv.includes('-v')

const count = (turns: readonly JudgedTurn[]) => {
  const of = (answer: JudgedTurn['answer']) => turns.filter((one) => one.answer === answer).length
  const [right, wrong, undecided] = [of('right'), of('wrong'), of('undecided')]
  const share = right + wrong === 0 ? '' : `${((100 * right) / (right + wrong)).toFixed(1)} %`
  return `| ${right} | ${wrong} | ${undecided} | ${share} |`
}

/** Lines that a page gained and lost. */
function changes(before: string, after: string): Set<string> {
  const [was, is] = [before, after].map((text) => new Set(compared(text).split('\n')))
  const gained = [...(is ?? [])].filter((line) => !was?.has(line)).map((line) => `+${line}`)
  const lost = [...(was ?? [])].filter((line) => !is?.has(line)).map((line) => `-${line}`)
  return new Set([...gained, ...lost])
}

/** Of the lines that changed, here or in the browser, how many changed in both, where a rule answered. */
function changedAlike(turns: readonly JudgedTurn[]): string {
  let [both, either] = [0, 0]
  for (const { said, recorded, before, isRefused } of turns) {
    if (said === null || isRefused) continue
    const [ours, theirs] = [changes(before, said), changes(before, recorded)]
    both += [...ours].filter((line) => theirs.has(line)).length
    either += new Set([...ours, ...theirs]).size
  }
  return either === 0 ? '' : `${both} of ${either}, ${((100 * both) / either).toFixed(1)} %`
}

for (const path of paths) {
  const turns = await judged(path)
  console.log(`${path}\n\n| widget | right | wrong | undecided | right of decided |\n| --- | --- | --- | --- | --- |`)
  for (const widget of [...new Set(turns.map((one) => one.widget))].sort())
    console.log(`| ${widget || 'no screen'} ${count(turns.filter((one) => one.widget === widget))}`)
  console.log(`| pages ${count(turns.filter(({ isRefused }) => !isRefused))}`)
  console.log(`| refusals ${count(turns.filter(({ isRefused }) => isRefused))}`)
  console.log(`| all ${count(turns)}\n\nlines that change: ${changedAlike(turns)}\n`)
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
