// What a click costs without a model, in milliseconds, by the things that the screen shows: in the browser of a world whose pages a
// program answers, and on a foreign first screen.
import { behave } from '../../src/core/grounds/widgets/behave.ts'
import { edited, readExactly } from '../../src/core/grounds/widgets/edit.ts'
import { browserOf } from '../core/grounds/browser/site.ts'
import { must } from '../must.ts'
import { summary, timed } from './timing.ts'

const SHOWN = [200, 2000]
const CLICKS = 40

/** Another thing each time, as no two clicks find the same page. */
function clicks(click: (index: number) => void): ReturnType<typeof summary> {
  const ms: number[] = []
  for (let index = 0; index < CLICKS; index++) timed(ms, () => click(index))
  return summary(ms)
}

export function browser() {
  const result: Record<string, ReturnType<typeof summary>> = {}
  for (const shown of SHOWN) {
    const rows = Array.from(
      { length: shown / 4 },
      (_, row) => `<li><label>Row ${row} <input type="checkbox" name="c${row}"></label> <a href="/${row}">Open</a></li>`
    )
    const site = browserOf('https://site.example/', () => `<title>Rows</title><form><ul>${rows.join('')}</ul></form>`)
    const boxes = Array.from({ length: CLICKS }, (_, row) => site.ref(`checkbox 'Row ${row}'`))
    result[shown] = clicks((index) => site.do(`click('${boxes[index]}')`))
  }
  return result
}

export function foreign() {
  const result: Record<string, ReturnType<typeof summary>> = {}
  for (const shown of SHOWN) {
    let page = [
      "RootWebArea 'Rows', focused",
      "\t[1] form ''",
      ...Array.from({ length: shown }, (_, row) => `\t\t[${row + 2}] checkbox 'Row ${row}', clickable, checked='false'`)
    ].join('\n')
    result[shown] = clicks((index) => {
      const screen = must(readExactly(page))
      const done = behave(screen, { do: 'click', at: { node: index + 2 }, count: 1 }, null)
      if ('edit' in done) page = must(edited(screen, page, done.edit))
    })
  }
  return result
}
