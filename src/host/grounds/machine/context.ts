// What the model is told of the machine when it is asked for what a program shows.
import { absolute } from '../../../core/domains/shell/commands.ts'
import { quoted } from '../emulator/quoted.ts'
import type { EmulatorJob, EmulatorResult } from '../emulator-client.ts'
import type { ProgramQuestion } from './asking.ts'

// Enough for a small folder and a short file; more would crowd out the history.
const MOST_NAMES = 40
const MOST_CHARACTERS = 1500
const MOST_INPUT = 2000
// Virtual seconds that the writer of a pipe is waited for.
const INPUT_S = 2

// The program that asks holds the lock, and waits for its answer without reading its input: what is in its pipe or file is read in its place.
// A terminal and an empty device have nothing to read.
const INPUT = `lock=$(stat -c %i /run/dream/lock 2>/dev/null)
pid=$(awk -v end=":$lock" '$2 == "FLOCK" && substr($6, length($6) - length(end) + 1) == end { print $5; exit }' /proc/locks)
in=/proc/$pid/fd/0
printf '\\001'
if [ "$pid" ] && { [ -p $in ] || [ -f $in ]; }; then printf 'read\\n'; timeout ${INPUT_S} head -c ${MOST_INPUT + 1} $in | base64 -w 0; fi`

/** What is known of the state around a program that asks, for the model. */
export interface ModelQuestionPlace {
  context: string
  /** Its standard input is a pipe or a file. */
  piped: boolean
}

/** The folder, what is in it, the files that the command names, and its standard input, in a few lines. */
export async function contextOf(
  asked: ProgramQuestion,
  work: (jobs: EmulatorJob[]) => Promise<EmulatorResult>
): Promise<ModelQuestionPlace> {
  const { args, cwd, line } = asked
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
  const [result] = (await work([{ do: 'run', script: `${script}\n${line === '' ? INPUT : ''}\ntrue` }])).results
  const [known = '', read = ''] = result?.did === 'run' ? result.output.split('\u0001') : []
  const [names = '', ...rest] = known.split('\n\n')
  const piped = read.startsWith('read\n')
  const listing = names.trim().split('\n').filter(Boolean).join(', ')
  const lines = [
    `The command runs in ${cwd}, which holds: ${listing || 'nothing'}.`,
    ...rest.map((part) => part.trim()),
    piped ? inputOf(Buffer.from(read.slice('read\n'.length), 'base64')) : ''
  ]
  return { context: lines.filter(Boolean).join('\n'), piped }
}

/** Standard input in words: text, cut where it is long. */
function inputOf(bytes: Buffer): string {
  if (bytes.length === 0) return 'Its standard input is empty.'
  // Not fatal for a character that the cut has split.
  const text = bytes
    .subarray(0, MOST_INPUT)
    .toString()
    .replace(/\ufffd$/, '')
  if (text.includes('\0') || text.includes('\ufffd')) return 'Its standard input is binary data.'
  const cut = bytes.length > MOST_INPUT ? ` (the first ${MOST_INPUT.toLocaleString('en')} bytes)` : ''
  return `Its standard input${cut}:\n${text.trimEnd()}`
}
