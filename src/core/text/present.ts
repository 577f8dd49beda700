// A check for values that the code around knows to be there, where the type cannot say so.

/** @throws Error that is a bug of ours: the caller promised that there is a value */
export function present<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('Internal error: an expected value is missing.')
  return value
}
