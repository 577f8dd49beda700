// Whether files are models that write text, remembered while they do not change: a list asks for all of them, again and again.
import { stat } from 'node:fs/promises'
import { whyUnfit } from './gguf/header.ts'
import { filesOf } from './gguf/parts.ts'

/** Why the file cannot be a world's model, as a sentence; `null` where it can. */
export type JudgeModelFile = (path: string) => Promise<string | null>

export function createJudge(): JudgeModelFile {
  const known = new Map<string, { state: string; verdict: Promise<string | null> }>()
  // One file after the other: a list of hundreds would open them all at once.
  let last: Promise<unknown> = Promise.resolve()
  return async (path) => {
    const state = (await Promise.all(filesOf(path).map(stateOf))).join()
    const before = known.get(path)
    if (before?.state === state) return before.verdict
    const verdict = last.then(() => whyUnfit(path))
    last = verdict
    known.set(path, { state, verdict })
    return verdict
  }
}

async function stateOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found ? `${found.size} ${found.mtimeMs}` : ''
}
