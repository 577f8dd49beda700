// Options that name who judges what no rule decides.
import type { Command } from 'commander'
import { RunJudge } from '../../core/control/ask-judge.ts'
import { usage } from './door.ts'
import { positive } from './values.ts'

/** Who judges rubrics and what agents expect, in place of whom scenarios name. */
export interface JudgeOptions {
  judgeModel?: string
  judgeBaseUrl?: string
  votes?: number
}

export function judgeOptions(command: Command): Command {
  return command
    .option('--judge-model <id>', 'who judges rubrics and what agents expect: a model of this machine, or in-use')
    .option('--judge-base-url <url>', 'the judge is a model of this server (reads the key from OPENAI_API_KEY)')
    .option('--votes <n>', 'votes of the judge for each question, an odd number (default: 3)', oddVotes)
}

/** `null` where nobody is named. @throws CommanderError when the options do not go together */
export function judgeOf({ judgeModel: model, judgeBaseUrl: baseUrl, votes }: JudgeOptions): RunJudge | null {
  if (model === undefined) {
    if (baseUrl === undefined && votes === undefined) return null
    throw usage(`--${baseUrl === undefined ? 'votes' : 'judge-base-url'} needs --judge-model.`)
  }
  const given = { model, ...(baseUrl !== undefined && { baseUrl }), ...(votes !== undefined && { votes }) }
  const judge = RunJudge.safeParse(given)
  if (judge.success) return judge.data
  throw usage('--judge-model and --judge-base-url must not be empty.')
}

export function oddVotes(text: string): number {
  const votes = RunJudge.shape.votes.safeParse(positive(text))
  if (votes.success) return votes.data
  throw usage('--votes is an odd number from 1 to 15: an even one may have no majority.')
}
