// Text that only grows, for formats whose every line repeats what came before.

// Characters: a long past is given in pieces, because one string of it could be longer than strings may be.
const BLOCK = 1 << 20

/** Text that grows at its end. */
export function blocks(): {
  add(more: string): void
  /** All of it but the first `additions`. */
  from(additions: number): Generator<string>
} {
  const all: string[] = []
  // Where each addition begins.
  const starts: [block: number, at: number][] = []
  return {
    add(more) {
      const last = all.at(-1)
      if (last === undefined || last.length > BLOCK) all.push('')
      const block = all.length - 1
      starts.push([block, all[block]?.length ?? 0])
      all[block] += more
    },
    *from(additions) {
      const [block, at] = starts[additions] ?? [all.length, 0]
      for (let index = block; index < all.length; index++) yield all[index]?.slice(index === block ? at : 0) ?? ''
    }
  }
}
