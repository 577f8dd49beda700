// What two sequences have in common, in the same order.

/**
 * Indexes of `b` that stand in `a` too, in the same order: what is there once on both sides holds, and what lies between is matched
 * greedily. Not always the longest there is, but O(n log n), however much repeats.
 */
export function aligned(a: string[], b: string[]): number[] {
  const found: number[] = []
  let from = { a: 0, b: 0 }
  for (const until of [...anchors(a, b), { a: a.length, b: b.length }]) {
    matchBetween(a, b, { from, until, found })
    if (until.b < b.length) found.push(until.b)
    from = { a: until.a + 1, b: until.b + 1 }
  }
  return found
}

interface Pair {
  a: number
  b: number
}

function matchBetween(
  a: string[],
  b: string[],
  { from, until, found }: { from: Pair; until: Pair; found: number[] }
): void {
  let { a: firstA, b: firstB } = from
  let { a: lastA, b: lastB } = until
  while (firstA < lastA && firstB < lastB && a[firstA] === b[firstB]) {
    found.push(firstB)
    firstA++
    firstB++
  }
  while (firstA < lastA && firstB < lastB && a[lastA - 1] === b[lastB - 1]) {
    lastA--
    lastB--
    found.push(lastB)
  }
  const places = new Map<string | undefined, number[]>()
  for (let index = lastA - 1; index >= firstA; index--) {
    const list = places.get(a[index])
    if (list) list.push(index)
    else places.set(a[index], [index])
  }
  let next = firstA
  for (let index = firstB; index < lastB; index++) {
    const list = places.get(b[index])
    // Each place is looked at once: the list is in falling order, and what was passed stays passed.
    let place = list?.pop()
    while (place !== undefined && place < next) place = list?.pop()
    if (place === undefined) continue
    found.push(index)
    next = place + 1
  }
}

interface End {
  pair: Pair
  before: End | undefined
}

/** The longest run of pairs, rising on both sides, of what stands once in each. */
function anchors(a: string[], b: string[]): Pair[] {
  const inB = once(b)
  const pairs: Pair[] = []
  for (const [text, index] of once(a)) {
    const other = inB.get(text)
    if (other !== undefined && index >= 0 && other >= 0) pairs.push({ a: index, b: other })
  }
  // Patience: the ends of the best runs so far, by their length, each knowing the pair before it.
  const ends: End[] = []
  for (const pair of pairs) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      const end = ends[middle]
      if (end && end.pair.b < pair.b) low = middle + 1
      else high = middle
    }
    ends[low] = { pair, before: ends[low - 1] }
  }
  const run: Pair[] = []
  for (let end = ends.at(-1); end; end = end.before) run.push(end.pair)
  return run.reverse()
}

/** Where each text stands, in order; -1 for those that stand more than once. */
function once(texts: string[]): Map<string, number> {
  const places = new Map<string, number>()
  texts.forEach((text, index) => {
    places.set(text, places.has(text) ? -1 : index)
  })
  return places
}
