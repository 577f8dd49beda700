// `orrery reward`: rewards of predictions for those who train world models, at an address or for a file.
import { type Command, Option } from 'commander'
import type { RunJudge } from '../../core/control/ask-judge.ts'
import { type RewardedRow, RewardSettings } from '../../core/control/reward-rows.ts'
import { TEXT_DISTANCES, TextDistance } from '../../core/control/rewards.ts'
import { OrreryError } from '../../core/errors.ts'
import { lines } from '../../core/formats/importers/lines.ts'
import { parseJson } from '../../core/text/json.ts'
import { BUNDLED, type Embed, type EmbeddingChoice } from '../control/embeddings/index.ts'
import { type AskJudge, rewarded } from '../control/rewards.ts'
import { serveRewards } from '../doors/rewards.ts'
import { reach } from '../engines/openai-request.ts'
import { type Cli, readText, theOnly, usage } from './door.ts'
import { EMBEDDINGS_HELP, embeddingChoice, isWeak, WEAK } from './embedding-option.ts'
import { type JudgeOptions, judgeOf, judgeOptions } from './judge-options.ts'
import { judgedBy } from './judged-items.ts'
import { json, line, note } from './print.ts'
import { stopped } from './serve.ts'
import { type TokenOptions, tokenOf, tokenOptions } from './token-option.ts'
import { port, positive } from './values.ts'

interface Options extends TokenOptions, JudgeOptions {
  judgeMaxTokens?: number
  reward: RewardSettings['reward']
  distance?: RewardSettings['distance']
  stage: RewardSettings['stage']
  embeddings?: EmbeddingChoice
  port?: number
  json?: boolean
}

const HELP = `
A row is a JSON object: {"prediction", "truth"}, and where they are known "state", "action", "id", "kind" (state, user or tool), "threshold", "distance" of your own, "masked"; for --reward hybrid "judge" (the text of its answer, or null) or "scores", or with --judge-model "domain", "action" and "history" (a list of {"action", "observation"}); and "rule" (true, false or null), which is made of the same where it is left out.
Distances:
${Object.entries(TEXT_DISTANCES)
  .map(([name, about]) => `  ${name.padEnd(9)}  ${about}`)
  .join('\n')}
  embedding  1 - cosine between vectors, as RWML has it, by the model of --embeddings (default: bundled)
Nothing is sent anywhere but to the servers that --embeddings and --judge-base-url name. A row that cannot be rewarded has null and says why; the others have theirs.`

export function rewardCommands(program: Command, cli: Cli): void {
  const group = program.command('reward').description('reward predictions, for training a world model')
  const add = (name: string, about: string): Command =>
    judgeOptions(group.command(name).description(about))
      .addOption(
        new Option('--reward <name>', 'gap: near enough to the truth (RWML); hybrid: judge and rule, 9 to 1')
          .choices(RewardSettings.shape.reward.unwrap().options)
          .default('gap')
      )
      .addOption(
        new Option('--distance <name>', 'how far a prediction is from the truth (default: words)').choices([
          ...TextDistance.options,
          'embedding'
        ])
      )
      .addOption(
        new Option(
          '--stage <name>',
          "the paper's thresholds: training 0.2 and 0.4 for a user's words, data 0.1 and 0.15"
        )
          .choices(RewardSettings.shape.stage.unwrap().options)
          .default('training')
      )
      .option('--embeddings <who>', EMBEDDINGS_HELP, embeddingChoice)
      .option('--judge-max-tokens <n>', 'maximum length of an answer of the judge, thinking included', positive)
      .option('--json', 'print JSON')
      .addHelpText('after', HELP)

  tokenOptions(add('serve', 'serve POST /rewards on 127.0.0.1 until stopped; prints its address and token'))
    .option('--port <number>', 'port to listen on (default: any free port)', port)
    .action(async (options: Options) => {
      const token = await tokenOf(options)
      const { settings, embed, judge } = await choice(cli, options)
      const door = await serveRewards({ settings, embed, judge, token, port: options.port })
      try {
        if (options.json) json(cli.io, { url: door.url, token: door.token })
        else {
          line(cli.io, door.url)
          if (token === undefined) line(cli.io, `Authorization: Bearer ${door.token}`)
        }
        await stopped(cli.signal)
      } finally {
        await door.close()
      }
    })

  add('score <file>', 'reward the rows of a JSON Lines file, a line for each').action(
    async (path: string, options: Options) => {
      const { settings, embed, judge } = await choice(cli, options)
      const rows = await scored(await readText(path), settings, { embed, judge, signal: cli.signal })
      const again = rows.filter(({ retry }) => retry).length
      if (again) {
        note(
          cli.io,
          `${again} rows have no reward because the judge failed. Repeat the command: what it has answered is kept.`
        )
        cli.exitCode = 1
      }
      const held = rows.flatMap(({ reward }) => reward ?? [])
      if (!held.length) {
        const [first] = rows
        throw new OrreryError('invalid-input', `No row of "${path}" has a reward. ${first?.error ?? 'It is empty.'}`)
      }
      const mean = held.reduce((sum, one) => sum + one, 0) / held.length
      if (options.json) return json(cli.io, { settings, mean, rows })
      for (const row of rows) json(cli.io, row)
      const without = rows.length - held.length
      note(cli.io, `Mean reward of ${held.length} rows: ${mean.toFixed(3)}.${without ? ` ${without} have none.` : ''}`)
    }
  )
}

/** A result for each line with text, numbered; a line that is no JSON has one too. @throws OrreryError cancelled */
async function scored(text: string, ...how: [RewardSettings, Parameters<typeof rewarded>[2]]): Promise<NumberedRow[]> {
  const read = lines(text).map(({ number, text }) => ({ line: number, ...valueIn(text) }))
  const found = await rewarded(
    read.flatMap((one) => ('value' in one ? [one.value] : [])),
    ...how
  )
  let at = 0
  return read.map(({ line, ...one }) => {
    const row = 'error' in one ? { reward: null, error: one.error } : found[at++]
    return { line, ...(row ?? { reward: null }) }
  })
}

type NumberedRow = RewardedRow & { line: number }

function valueIn(text: string): { value: unknown } | { error: string } {
  try {
    return { value: parseJson(text) }
  } catch (cause) {
    return { error: `The line is not JSON: ${cause instanceof Error ? cause.message : String(cause)}` }
  }
}

/** @throws CommanderError when the options do not go together; OrreryError where the server cannot be reached */
async function choice(
  cli: Cli,
  options: Options
): Promise<{ settings: RewardSettings; embed: Embed | null; judge: AskJudge | null }> {
  const { reward, distance, stage, embeddings } = options
  const judge = judgeOf(options)
  if (judge && reward !== 'hybrid') throw usage('--judge-model is for --reward hybrid.')
  if (reward === 'hybrid' && (distance ?? embeddings) !== undefined)
    throw usage('--distance and --embeddings are for --reward gap: hybrid takes what a judge and a rule said.')
  const wanted = distance ?? (embeddings === undefined ? 'words' : 'embedding')
  if (embeddings !== undefined && wanted !== 'embedding')
    throw usage(`--embeddings is for --distance embedding, not for ${wanted}.`)
  const settings = { reward, distance: wanted, stage }
  if (wanted !== 'embedding') return { settings, embed: null, judge: judge && (await judging(cli, judge, options)) }
  const choice = embeddings ?? { model: BUNDLED }
  if (choice.baseUrl !== undefined) {
    await reach(choice.baseUrl)
    const host = new URL(choice.baseUrl).host
    note(cli.io, `Predictions and true observations are sent to ${host}, to be embedded by ${choice.model}.`)
  } else if (isWeak(choice)) note(cli.io, WEAK)
  const door = await cli.open()
  return {
    settings,
    embed: async (texts, how) => (await theOnly(door, 'models.embed', { ...choice, texts }, how)).vectors,
    judge: null
  }
}

/** Asks the judge about rows, one batch after the other: answers are kept, and nothing is asked twice. */
async function judging(cli: Cli, judge: RunJudge, { judgeMaxTokens: maxTokens }: Options): Promise<AskJudge> {
  const door = await cli.open()
  const whom = judge.baseUrl === undefined ? judge.model : `${judge.model} at ${new URL(judge.baseUrl).host}`
  note(cli.io, `Rows are judged by ${whom}. Whether it can be believed: orrery judge calibrate.`)
  let before: Promise<unknown> = Promise.resolve()
  return (items, { signal }) => {
    const asked = before.then(() => judgedBy(door, { judge, seed: 0, maxTokens, task: 'rubric', items }, { signal }))
    before = asked.catch(() => {})
    return asked.then((report) => report.items)
  }
}
