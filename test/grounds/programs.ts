// How many turns of recorded desktop programs are answered as the programs did, otherwise, or by the model:
// node test/grounds/programs.ts RECORDING… [-v], where -v lists every turn, and of those that are otherwise the lines that differ.
import { FORMS, type JudgedProgramTurn, judgedProgram } from '../core/grounds/widgets/programs.ts'

const paths = process.argv.slice(2).filter((one) => one !== '-v')
const isLong = process.argv.includes('-v')

const linesOf = (text: string) => text.split(/\n|(?=<)/)

/** Lines that a screen gained and lost. */
function changes(before: string, after: string): Set<string> {
  const [was, is] = [new Set(linesOf(before)), new Set(linesOf(after))]
  return new Set([
    ...[...is].filter((line) => !was.has(line)).map((line) => `+${line}`),
    ...[...was].filter((line) => !is.has(line)).map((line) => `-${line}`)
  ])
}

/** Of the lines that changed, here or in the program, how many changed in both, where a rule answered. */
function changedAlike(turns: readonly JudgedProgramTurn[]): string {
  let [both, either] = [0, 0]
  for (const { said, recorded, before } of turns) {
    if (said === null) continue
    const [ours, theirs] = [changes(before, said), changes(before, recorded)]
    both += [...ours].filter((line) => theirs.has(line)).length
    either += new Set([...ours, ...theirs]).size
  }
  return `${both} of ${either}`
}

function tell(turns: readonly JudgedProgramTurn[]): string {
  const of = (answer: JudgedProgramTurn['answer']) => turns.filter((one) => one.answer === answer).length
  const [right, wrong, undecided] = [of('right'), of('wrong'), of('undecided')]
  const share = right + wrong === 0 ? '' : `${((100 * right) / (right + wrong)).toFixed(1)} %`
  return `${right} | ${wrong} | ${undecided} | ${share} | ${changedAlike(turns)} |`
}

console.log('| program | form | right | wrong | asked | right of decided | lines that change |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
const all = new Map<string, JudgedProgramTurn[]>(FORMS.map((form) => [form, []]))
for (const path of paths)
  for (const form of FORMS) {
    const turns = await judgedProgram(path, form)
    all.set(form, [...(all.get(form) ?? []), ...turns])
    console.log(`| ${path.replace(/^.*\//, '').replace('.json', '')} | ${form} | ${tell(turns)}`)
    if (!isLong) continue
    for (const { action, rule, answer, said, recorded } of turns) {
      console.log(`  ${answer} ${rule}: ${action}`)
      if (answer !== 'wrong' || said === null) continue
      for (const line of [...changes(recorded, said)].slice(0, 8)) console.log(`    ${line}`)
    }
  }
for (const form of FORMS) console.log(`| all | ${form} | ${tell(all.get(form) ?? [])}`)
