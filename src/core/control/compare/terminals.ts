// How much of what a command printed is right: its lines, how it ended, and which files it showed.
import type { CommandOutput, DerivedState, Shell } from '../../domains/capabilities.ts'
import { commandsIn } from '../../domains/shell/commands.ts'
import { listed } from '../../grounds/effects/told.ts'
import { transcript } from '../../grounds/effects/transcript.ts'
import type { Action } from '../../tree/model.ts'
import type { SteppedWork } from '../evaluate/distance.ts'
import { bagF1, measuringSequence } from '../evaluate/metrics.ts'
import { failureIn } from '../rules/failures.ts'

/** An answer, with its exit code where that is known beside the text. */
export interface AnswerText {
  text: string
  exitCode?: number | null | undefined
}

interface Outputs {
  shell: Pick<Shell, 'read' | 'typed'>
  action: Action
  /** State before the turn. */
  state: DerivedState
  predicted: AnswerText
  truth: AnswerText
}

/**
 * `lines`: longest common subsequence of printed lines as an F-measure; echo and prompt, which are no achievement, are left out.
 * `exit`: 1 where both end alike. With two known codes they must be equal; else it is asked whether both failed, where what printed no
 * error counts as a success. `files`: F1 over the files and folders that a listing (`ls`, `tree`, `find`) shows to be there; absent for other
 * commands.
 */
export function* measuringTerminal(outputs: Outputs): SteppedWork<{ lines: number; exit: number; files?: number }> {
  const { shell, action, state, predicted, truth } = outputs
  const [guess, actual] = [shell.read(action, predicted.text, state), shell.read(action, truth.text, state)]
  const typed = shell.typed(action)
  const [some, all] = [filesIn(typed, guess), filesIn(typed, actual)]
  return {
    lines: yield* measuringSequence(linesOf(guess), linesOf(actual)),
    exit: alike(codeOf(predicted, guess), codeOf(truth, actual)) ? 1 : 0,
    ...(some && all && { files: bagF1(some, all) })
  }
}

const linesOf = ({ output }: CommandOutput): string[] => {
  const text = output.replace(/\r\n?/g, '\n').trim()
  return text ? text.split('\n').map((line) => line.trimEnd()) : []
}

/** What a listing shows to be there, each with whether it is a folder; `null` for what is no listing. */
function filesIn(typed: string | null, { output }: CommandOutput): string[] | null {
  const [command, ...more] = commandsIn(typed ?? '')
  // What is piped or joined shows more than one thing.
  if (!command || more.length) return null
  const lines = output.replace(/\r\n?/g, '\n').split('\n')
  switch (command.name) {
    case 'ls':
      return listed(output, typed ?? '').map(({ name, folder }) => `${folder ? 'folder' : 'file'} ${name}`)
    case 'tree':
      return transcript(['$ tree', ...lines]).map(({ path, kind }) => `${kind} ${path}`)
    case 'find':
      return lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('find: '))
    default:
      return null
  }
}

interface Ended {
  /** `null` where nobody says. */
  code: number | null
  failed: boolean
}

function codeOf({ exitCode }: AnswerText, read: CommandOutput): Ended {
  const code = exitCode ?? read.exitCode
  return { code, failed: code === null ? failureIn(read.output) !== null : code !== 0 }
}

const alike = (one: Ended, other: Ended): boolean =>
  one.code !== null && other.code !== null ? one.code === other.code : one.failed === other.failed
