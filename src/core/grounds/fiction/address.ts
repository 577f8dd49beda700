// How addresses of pages are compared, and dates read.

/** The address without what two writings of one address may differ in: scheme, `www.`, fragment, last slash, capitals of the host. */
export function bareAddress(address: string): string {
  const [whole = ''] = address
    .trim()
    .replace(/^https?:\/\//i, '')
    .split('#')
  const at = whole.indexOf('/')
  const host = (at < 0 ? whole : whole.slice(0, at)).toLowerCase()
  const path = at < 0 ? '' : whole.slice(at)
  return (host.startsWith('www.') ? host.slice(4) : host) + (path.endsWith('/') ? path.slice(0, -1) : path)
}

export const siteOf = (address: string): string => bareAddress(address).split('/')[0] ?? ''

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A date in a text, and where it stands: `2026-04-20`, `Apr 20, 2026`, `20 April 2026`. `iso` sorts. */
export function dateIn(text: string): { iso: string; shown: string } | null {
  const [iso] = /\b\d{4}-\d{2}-\d{2}\b/.exec(text) ?? []
  if (iso) return { iso, shown: iso }
  const named =
    /\b([A-Z][a-z]{2,8})\.? (\d{1,2}), (\d{4})\b/.exec(text) ??
    /\b(\d{1,2})\.? ([A-Z][a-z]{2,8})\.? (\d{4})\b/.exec(text)
  if (!named) return null
  const [shown, one = '', two = '', year = ''] = named
  const [name, day] = /^\d/.test(one) ? [two, one] : [one, two]
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return month ? { iso: `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`, shown } : null
}
