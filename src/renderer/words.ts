// Numbers and times as a person reads them.

/** 105 MB, 21.3 GB. Decimal, as disks and downloads are sold. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3))
  const value = count / 1000 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

/** 12,345 */
export function count(value: number): string {
  return value.toLocaleString('en')
}

/** What was typed as a whole number; `null` for anything else. */
export const whole = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)

/** 1 step, 12 steps */
export function counted(value: number, one: string): string {
  return `${count(value)} ${one}${value === 1 ? '' : 's'}`
}

/** 340 ms, 4.2 s, 3 min 20 s, 2 h 5 min */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** 135 M, 7.6 B: parameters as models are named by. */
export function parameters(value: number): string {
  const [unit, size] = value >= 1e9 ? ['B', value / 1e9] : ['M', value / 1e6]
  return `${size >= 100 ? Math.round(size) : Number(size.toFixed(1))} ${unit}`
}

/** 83 %, 0.4 %, under 0.1 % */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %'
  return `${share < 0.1 && share > 0 ? (100 * share).toFixed(1) : Math.round(100 * share)} %`
}

/** just now, 5 min ago, 3 h ago, yesterday, 4 Mar 2026 */
export function ago(then: number, now: number): string {
  const minutes = (now - then) / 60_000
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${Math.floor(minutes)} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  if (minutes < 48 * 60) return 'yesterday'
  return new Date(then).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** start, step 3 of 12 */
export function position(at: number, total: number): string {
  if (total === 0) return 'no steps yet'
  return at === 0 ? `before step 1 of ${count(total)}` : `step ${count(at)} of ${count(total)}`
}

export const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')
/** `Mod+K` as this machine's keyboard says it. */
export function keyName(keys: string): string {
  return keys
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Alt', isMac ? '⌥' : 'Alt')
    .replaceAll('+', isMac ? '' : '+')
}
