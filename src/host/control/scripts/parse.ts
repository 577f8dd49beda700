// Whether the JavaScript of a check can run, without running it.
import { Script } from 'node:vm'

// The function around a script takes one line.
const BEFORE = 1

/** What is wrong with a script, and in which of its lines; `null` where it parses and can return something. */
export function parseScript(source: string): { message: string; line: number } | null {
  try {
    new Script(`(function (turn, turns) { 'use strict';\n${source}\n})`, { filename: 'check' })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const [, found] = /^check:(\d+)/.exec(error.stack ?? '') ?? []
    const last = source.trimEnd().split('\n').length
    const line = Math.min(last, Math.max(1, Number(found ?? 1) - BEFORE))
    return { message: `This script does not parse: ${error.message} (line ${line} of the script).`, line }
  }
  if (/\b(?:return|throw)\b/.test(source)) return null
  return { message: 'This script returns nothing. Write "return" before what is to be true or false.', line: 1 }
}
