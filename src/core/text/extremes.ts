// The largest and the smallest of many. As arguments of Math.max, some 100,000 of them end the stack.

/** @param least what it is at least; with none and no numbers, -Infinity */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least
  for (const one of numbers) found = Math.max(found, one)
  return found
}

/** Infinity where there are none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY
  for (const one of numbers) found = Math.min(found, one)
  return found
}
