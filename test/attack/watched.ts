// Work that may hang is done in a process of its own, which tells line by line how far it is; here it is seen when it stands still.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { must } from '../must.ts'

/** What the script tells: first the name of what it begins, then what came of it. */
interface Told {
  name: string
  came?: string
}

// What is done between two lines takes a second at most; what takes this long hangs.
const HANGS_MS = 60_000

/**
 * Runs `script` of this folder with Node and gives what it told. Fails with the name of what hung, if something did. `openFiles`: as many
 * as it may have open at once.
 */
export async function watched<T extends Told>(
  script: string,
  args: string[] = [],
  { openFiles }: { openFiles?: number } = {}
): Promise<T[]> {
  const command = [process.execPath, join(import.meta.dirname, script), ...args]
  const limited = openFiles ? ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command] : command
  const child = spawn(must(limited[0]), limited.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
  const outcomes: T[] = []
  let begun: string | null = null
  let hung: string | null = null
  const stop = () => {
    hung = begun ?? 'the script'
    child.kill('SIGKILL')
  }
  let timer = setTimeout(stop, HANGS_MS)
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = setTimeout(stop, HANGS_MS)
    // The scripts of this folder write what their types say.
    const told = JSON.parse(line) as T
    begun = told.name
    if (told.came !== undefined) outcomes.push(told)
  }
  clearTimeout(timer)
  expect(hung, 'hung').toBeNull()
  return outcomes
}
