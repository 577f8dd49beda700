// Sums that come out as on paper: 0.1 + 0.2 is 0.3, so that money adds up.

/** Numbers as people write them have few places; more are an artefact of a division. */
const MOST_PLACES = 12

/** Digits after the point. */
export function placesOf(value: number): number {
  if (Number.isInteger(value)) return 0
  const text = String(value)
  const exponent = text.indexOf('e')
  const digits = exponent < 0 ? text : text.slice(0, exponent)
  const point = digits.indexOf('.')
  const written = point < 0 ? 0 : digits.length - point - 1
  return Math.min(MOST_PLACES, Math.max(0, exponent < 0 ? written : written - Number(text.slice(exponent + 1))))
}

/** Exact for numbers of up to fifteen digits. */
export const plus = (left: number, right: number): number => total([left, right])

export const minus = (left: number, right: number): number => total([left, -right])

/** The sum of all, in units of the smallest place. */
export function total(values: readonly number[]): number {
  const places = values.reduce((most, one) => Math.max(most, placesOf(one)), 0)
  const unit = 10 ** places
  const units = values.reduce((sum, one) => sum + Math.round(one * unit), 0)
  return Number.isSafeInteger(units) ? units / unit : values.reduce((sum, one) => sum + one, 0) + 0
}

export function times(left: number, right: number): number {
  const [mine, its] = [10 ** placesOf(left), 10 ** placesOf(right)]
  const units = Math.round(left * mine) * Math.round(right * its)
  return Number.isSafeInteger(units) ? units / (mine * its) : left * right + 0
}

/** Rounded half away from zero, as money is. */
export function rounded(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + places}`))
  const [whole = '0', power = '0'] = String(shifted).split('e')
  const back = Number(`${whole}e${Number(power) - places}`)
  return value < 0 ? 0 - back : back
}
