/** The value, which the test needs: a missing one ends the test here. */
export function must<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('a value this test needs is missing')
  return value
}
