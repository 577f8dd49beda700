// Text that only grows, for formats whose every line repeats what came before.

// Characters: a long past is given in pieces, because one string of it could be longer than strings may be.
const BLOCK = 1 << 20

/** Text that grows at its end. */
export function blocks(): { all: string[]; add(more: string): void } {
  const all = ['']
  return {
    all,
    add(more) {
      const last = all.length - 1
      if (all[last]!.length > BLOCK) all.push(more)
      else all[last] += more
    }
  }
}
