// What the model is told of the machine when it is asked for what a program shows.
import { absolute } from '../../../core/shell/commands.ts'
import type { Done, Job } from '../machine-client.ts'
import { quoted } from './apply.ts'
import type { Asked } from './asking.ts'

// Enough for a small folder and a short file; more would crowd out the history.
const MOST_NAMES = 40
const MOST_CHARACTERS = 1500

/** The folder, what is in it, the files that the command names, and what was installed, in a few lines. */
export async function contextOf(asked: Asked, work: (jobs: Job[]) => Promise<Done>): Promise<string> {
  const { args, cwd } = asked
  const files = args
    .filter((arg) => /^[@\w./~-]+$/.test(arg) && !arg.startsWith('-'))
    .map((arg) => absolute(arg.replace(/^@/, ''), asked))
  const script = [
    `cd ${quoted(cwd)} 2>/dev/null && ls -Ap | head -${MOST_NAMES}`,
    ...files
      .slice(0, 4)
      .map(
        (path) =>
          `[ -f ${quoted(path)} ] && grep -qI . ${quoted(path)} && { echo; echo "File ${path}:"; head -c ${MOST_CHARACTERS} ${quoted(path)}; }`
      )
  ].join('\n')
  const [result] = (await work([{ do: 'run', script: `${script}\ntrue` }])).results
  const [names = '', ...rest] = result?.did === 'run' ? result.output.split('\n\n') : []
  const listing = names.trim().split('\n').filter(Boolean).join(', ')
  return [`The command runs in ${cwd}, which holds: ${listing || 'nothing'}.`, ...rest.map((part) => part.trim())]
    .filter(Boolean)
    .join('\n')
}
