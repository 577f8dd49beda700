// A program in Python that a stranger or a model wrote, run in the machine and never on the host. It may take longer than one script may.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { parseJson } from '../../core/text/json.ts'
import { textIn, writing } from './emulator/files.ts'
import type { EmulatorJob, MachineClient } from './emulator-client.ts'

const FOLDER = '/run/suite'
// Seconds of the guest between two looks: well below what one script may compute.
const LOOK_S = 3

interface PythonRun {
  /** A script of ours in `resources/suites` that runs what was given. */
  driver: 'code_world' | 'text_game'
  files: Readonly<Record<string, string | Uint8Array>>
  settings: unknown
  /** Seconds of the guest at most. */
  seconds: number
}

/** What it wrote, or why it wrote nothing. */
export type Python = (
  run: PythonRun,
  options: { signal: AbortSignal }
) => Promise<{ result: unknown } | { problem: string }>

let runs = 0

/** @throws OrreryError cancelled, engine-crashed */
export async function runPython(
  { machine, resources }: { machine: MachineClient; resources: string },
  { driver, files, settings, seconds }: PythonRun,
  { signal }: { signal: AbortSignal }
): ReturnType<Python> {
  const run = `suite ${process.pid} ${++runs}`
  const writes = [
    ...Object.entries(files),
    ['settings.json', JSON.stringify(settings)] as const,
    ['driver.py', readFileSync(join(resources, 'suites', `${driver}.py`))] as const
  ].map(([name, content]) => writing(`${FOLDER}/${name}`, content))
  const start: EmulatorJob = {
    do: 'run',
    script: `export PATH=/usr/lib/dream/real:$PATH PYTHONHASHSEED=0 LANG=C.UTF-8; cd ${FOLDER}; (setsid python3 driver.py < /dev/null > said 2>&1; echo $? > ended) > /dev/null 2>&1 &`
  }
  const look: EmulatorJob[] = [
    {
      do: 'run',
      script: `cd ${FOLDER}; i=0; while [ $i -lt ${LOOK_S} ] && [ ! -e ended ]; do sleep 1; i=$((i+1)); done; tail -c 600 said; [ -e ended ]`
    },
    { do: 'read', path: `${FOLDER}/result.json` }
  ]
  let from: string | null = null
  for (let looks = 0; looks * LOOK_S < seconds; looks++) {
    signal.throwIfAborted()
    const to = `${run} ${looks}`
    const jobs = [...(looks ? [] : [...writes, start]), ...look]
    let results: Awaited<ReturnType<MachineClient['work']>>['results']
    try {
      results = (await machine.work({ from, to, jobs, passing: true }, { signal })).results
    } catch (error) {
      // The guest ran out of memory, or hung: the program did that.
      if (error instanceof OrreryError && error.code === 'engine-failed') return { problem: error.message }
      throw error
    }
    const waited = results.at(-2)
    if (waited?.did === 'run' && waited.status === 0) {
      const text = textIn(results.at(-1))
      if (text) return { result: parseJson(text) }
      return { problem: `It ended without a result: ${waited.output.trim().split('\n').at(-1) ?? ''}` }
    }
    from = to
  }
  return { problem: `It was not done within ${seconds} seconds of the machine's time.` }
}
