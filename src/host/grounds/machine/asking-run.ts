// Scripts of the machine that may ask: beside its console, and looked after until they end.

import type { Disk } from '../disk-tools/disk/disk.ts'
import { bytesIn, textIn, writing } from '../emulator/files.ts'
import type { EmulatorJob } from '../emulator-client.ts'
import { answerTo } from './answer.ts'
import { ASK, readAsk } from './asking.ts'
import type { Working } from './working.ts'

const JOB = '/run/swe/job'
/** What is waited for at least, so that the script runs at all. */
export const FIRST_LOOK_S = 0.6
// Seconds that are waited between two looks, longer and longer; a command ends by its own time limit before.
const WAITS = [0, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 600, 1200, 1200]

/** A script that may ask: it runs beside the host, which looks after it and answers. */
export function runAsking(working: Working): Disk['run'] {
  return async (script) => {
    const { work, owner } = working
    const start = `rm -f ${JOB}.status; (setsid sh ${JOB} >${JOB}.out 2>&1 </dev/null; echo $? >${JOB}.new; mv ${JOB}.new ${JOB}.status) >/dev/null 2>&1 &`
    const look: EmulatorJob[] = [
      { do: 'read', path: ASK },
      { do: 'read', path: `${JOB}.status` },
      { do: 'read', path: `${JOB}.out` }
    ]
    let jobs: EmulatorJob[] = [writing(JOB, script, 0o700), { do: 'run', script: start }]
    for (const seconds of WAITS) {
      for (let asked = true; asked; ) {
        const pause: EmulatorJob = { do: 'pause', seconds: seconds + FIRST_LOOK_S }
        const [ask, status, out] = (await work([...jobs, pause, ...look])).results.slice(-3)
        jobs = []
        if (textIn(status)) return { status: Number(textIn(status)), output: textIn(out) }
        const question = bytesIn(ask)
        asked = question !== null && question.length > 0
        if (asked && question) jobs = await answerTo(readAsk(question, owner), working)
      }
    }
    return { status: 124, output: '' }
  }
}
