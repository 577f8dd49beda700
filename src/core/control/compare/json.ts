// How much of a JSON answer is right: its keys, and the values behind them.
import { readJson } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'
import { bagF1 } from '../evaluate/metrics.ts'

/**
 * F1 over the keys (by their path) and over the values (by path and value), each 0 to 1; `null` where the truth is no object or list of
 * JSON. Items of a list stand at one path, so that a row too few costs that row and does not move the rest. A prediction that is no JSON scores 0.
 */
export function jsonScores(predicted: string, truth: string): { jsonKeys: number; jsonValues: number } | null {
  const actual = readJson(truth)
  if (!actual) return null
  const guess = readJson(predicted)
  if (!guess) return { jsonKeys: 0, jsonValues: 0 }
  const [one, other] = [partsOf(guess.value), partsOf(actual.value)]
  return { jsonKeys: bagF1(one.keys, other.keys), jsonValues: bagF1(one.values, other.values) }
}

function partsOf(root: unknown): { keys: string[]; values: string[] } {
  const keys: string[] = []
  const values: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value) && value.length) {
      for (const item of value) walk(item, `${path}[]`)
    } else if (isObject(value) && Object.keys(value).length) {
      for (const [key, held] of Object.entries(value)) {
        const at = `${path}.${JSON.stringify(key)}`
        keys.push(at)
        walk(held, at)
      }
    } else values.push(`${path}=${JSON.stringify(value)}`)
  }
  // No deeper than `readJson` reads.
  walk(root, '')
  return { keys, values }
}
