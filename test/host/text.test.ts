import { describe, expect, test } from 'vitest'
import { createStopFilter } from '../../src/host/engine-process/text.ts'

function run(stops: string[], pieces: string[]): { shown: string[]; stopped: boolean } {
  const filter = createStopFilter(stops)
  const shown: string[] = []
  for (const piece of pieces) {
    const { text, stopped } = filter.push(piece)
    shown.push(text)
    if (stopped) return { shown, stopped }
  }
  return { shown: [...shown, filter.end()], stopped: false }
}

describe('the stop filter', () => {
  test('lets text through at once when nothing in it begins a stop text', () => {
    expect(run(['### Turn'], ['total 8\n', 'drwx'])).toEqual({ shown: ['total 8\n', 'drwx', ''], stopped: false })
  })

  test('holds back what may become a stop text and swallows it when it does', () => {
    expect(run(['### Turn'], ['ok\n#', '## T', 'urn 2'])).toEqual({ shown: ['ok\n', '', ''], stopped: true })
  })

  test('gives back what was held when it does not', () => {
    expect(run(['### Turn'], ['a ##', '# Title'])).toEqual({ shown: ['a ', '### Title', ''], stopped: false })
    expect(run(['### Turn'], ['the end #'])).toEqual({ shown: ['the end ', '#'], stopped: false })
  })

  test('ends at the earliest of several stop texts, also inside one piece', () => {
    expect(run(['```', '**'], ['x **Action``` y'])).toEqual({ shown: ['x '], stopped: true })
  })

  test('an empty stop text stops nothing', () => {
    expect(run([''], ['a'])).toEqual({ shown: ['a', ''], stopped: false })
  })

  test('finds a stop text that begins inside a failed beginning of itself', () => {
    expect(run(['aab'], ['a', 'a', 'a', 'b'])).toEqual({ shown: ['', '', 'a', ''], stopped: true })
  })
})
