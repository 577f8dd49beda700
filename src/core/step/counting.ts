// Notices that an answer only counts on: "plum 366", "plum 367", and so on for as long as there is room.

// A block may be a search result of several lines; more numbers than this are not what small models fall into.
const MOST_NUMBERS = 16
// Real lists in which nothing but a number changes are seldom this long, unless the action asks for one.
const LEAST_LINES = 24
const LEAST_BLOCKS = 8
// On one line, numbers alone are a list: ranges of processors, years.
const LEAST_IN_LINE = 64

/** A number of the answer: what stands before it since the last one, as its place in the list of such texts, and its line breaks. */
interface Count {
  before: number
  breaks: number
  value: number
}

/**
 * `push` takes the answer piece by piece and is true from the first line break on after which its end is one block of text many times over, with
 * numbers that go up or down by the same amount each time: 24 lines of it and 8 blocks at least, or 64 blocks within one line. How many blanks
 * stand in a row says nothing: columns are aligned. Time is linear in the text.
 */
export function createCounting(): { push(text: string): boolean } {
  const known = new Map<string, number>()
  const counts: Count[] = []
  // For each number of numbers in a block: how many at the end continue what the two blocks before began.
  const runs = new Array<number>(MOST_NUMBERS + 1).fill(0)
  let between = ''
  let digits = ''
  let over: 'not' | 'with the line' | 'now' = 'not'

  function add(): void {
    const text = between.replace(/[ \t]+/g, ' ')
    const before = known.get(text) ?? known.size
    known.set(text, before)
    counts.push({ before, breaks: text.split('\n').length - 1, value: Number(digits) })
    between = ''
    digits = ''
    over = 'not'
    for (let size = 1; size <= MOST_NUMBERS; size++) {
      runs[size] = continues(size) ? (runs[size] ?? 0) + 1 : 0
      if (over === 'not') over = judge(size)
    }
  }

  function continues(size: number): boolean {
    const [last, one, two] = [counts.at(-1), counts.at(-1 - size), counts.at(-1 - 2 * size)]
    if (!last || !one || !two || last.before !== one.before) return false
    return last.value - one.value === one.value - two.value
  }

  function judge(size: number): typeof over {
    const blocks = Math.floor((runs[size] ?? 0) / size) + 1
    if (blocks < LEAST_BLOCKS) return 'not'
    const block = counts.slice(-size)
    const breaks = block.reduce((sum, count) => sum + count.breaks, 0)
    const least = breaks ? Math.max(LEAST_BLOCKS, Math.ceil(LEAST_LINES / breaks)) : LEAST_IN_LINE
    // Where no number changes the answer repeats itself, which is another rule's business.
    const changes = block.some(({ value }, at) => value !== counts.at(at - 2 * size)?.value)
    if (blocks < least || !changes) return 'not'
    return breaks ? 'with the line' : 'now'
  }

  return {
    push(text) {
      let ended = false
      for (const part of text.match(/\d+|\D+/g) ?? []) {
        if (/^\d/.test(part)) {
          digits += part
          continue
        }
        if (digits) add()
        between += part
        ended ||= over === 'now' || (over === 'with the line' && part.includes('\n'))
      }
      return ended
    }
  }
}
