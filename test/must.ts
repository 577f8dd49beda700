/** The value, which the test needs: a missing one ends the test here. */
export function must<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('a value this test needs is missing')
  return value
}

/** The list, which the test goes through: of an empty one nothing would be tested. */
export function nonEmpty<T>(list: T[]): T[] {
  if (!list.length) throw new Error('a list this test goes through is empty')
  return list
}
