// `orrery model set`: how a model is opened, and how its tokens are drawn where a world does not say.
import { type Command, Option } from 'commander'
import { LoadOptions } from '../../core/contract/fit.ts'
import type { CallInput } from '../../core/contract/index.ts'
import type { Model } from '../../core/contract/models.ts'
import { Sampling } from '../../core/tree/model.ts'
import { findRuntime, runtimes } from '../engines/index.ts'
import type { Cli } from './door.ts'
import { json, table } from './print.ts'
import { numberIn, orAuto } from './values.ts'

interface Options {
  temperature?: number
  topK?: number
  topP?: number
  maxTokens?: number | 'auto'
  context?: number | 'auto'
  gpuLayers?: number | 'auto'
  kv?: 'f16' | 'q8_0' | 'auto'
  sequences?: number | 'auto'
  cpuExperts?: number | 'auto'
  runtime?: string
  reset?: boolean
  json?: boolean
}

const HELP = `
Without options, shows the current settings. "auto" lets Orrery choose what fits this machine. Sampling applies to new worlds;
existing worlds keep their own.`

const withExperts = runtimes
  .filter(({ options }) => 'cpuExperts' in options.shape)
  .map(({ id }) => id)
  .join(', ')

export function modelSetCommand(model: Command, cli: Cli): void {
  model
    .command('set <id>')
    .description('set how a model is loaded and sampled')
    .option(
      '--temperature <n>',
      'sampling temperature; 0 always takes the most likely token',
      numberIn(Sampling.shape.temperature)
    )
    .option('--top-k <n>', 'sample from the n most likely tokens; 0 for all', numberIn(Sampling.shape.topK))
    .option(
      '--top-p <n>',
      'sample from the most likely tokens up to this total probability, at most 1',
      numberIn(Sampling.shape.topP)
    )
    .option(
      '--max-tokens <n>',
      'maximum length of an answer, thinking included; auto for what the template allows',
      orAuto(Sampling.shape.maxTokens)
    )
    .option('--context <n>', 'context size in tokens', orAuto(LoadOptions.shape.contextSize))
    .option('--gpu-layers <n>', 'number of layers on the GPU', orAuto(LoadOptions.shape.gpuLayers))
    .addOption(new Option('--kv <type>', 'type of the KV cache').choices(['f16', 'q8_0', 'auto']))
    .option('--sequences <n>', 'worlds predicted in parallel', orAuto(LoadOptions.shape.sequences))
    .option(
      '--cpu-experts <n>',
      `layers whose experts stay in RAM (${withExperts} only)`,
      orAuto(LoadOptions.shape.cpuExperts)
    )
    .addOption(new Option('--runtime <name>', 'engine that runs the model').choices(runtimes.map(({ id }) => id)))
    .option('--reset', 'first reset every setting to automatic')
    .option('--json', 'print the model as JSON')
    .addHelpText('after', HELP)
    .action(async (id: string, options: Options) => {
      const door = await cli.open()
      const before = await door.call('models.configure', { model: id })
      const now = await door.call('models.configure', { model: id, ...changeOf(options, before) })
      if (options.json) return json(cli.io, now)
      table(cli.io, settings(now))
    })
}

/** What the options ask for of the model as it is. */
function changeOf(options: Options, model: Model): Omit<CallInput<'models.configure'>, 'model'> {
  const { temperature, topK, topP, maxTokens, reset } = options
  const { context, gpuLayers, kv, sequences, cpuExperts, runtime = reset ? findRuntime().id : undefined } = options
  const sampling = given({ temperature, topK, topP, maxTokens: maxTokens === 'auto' ? null : maxTokens })
  const asked = given({ contextSize: context, gpuLayers, kvType: kv, sequences, cpuExperts })
  const load = Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, value === 'auto' ? null : value]))
  const before = reset ? { sampling: null, load: LoadOptions.parse({}) } : model
  return {
    ...(runtime !== undefined && { runtime }),
    load: { ...before.load, ...load },
    sampling: Object.keys(sampling).length ? { ...(before.sampling ?? model.published), ...sampling } : before.sampling
  }
}

/** The settings of a model, a row each. */
export function settings({ runtime, load, sampling, published }: Model): string[][] {
  const { temperature, topK, topP, maxTokens } = sampling ?? published
  const auto = (value: number | string | null) => String(value ?? 'auto')
  return [
    ['runtime', runtime],
    ['context', auto(load.contextSize)],
    ['GPU layers', auto(load.gpuLayers)],
    ['KV cache', auto(load.kvType)],
    ['sequences', auto(load.sequences)],
    ['CPU experts', auto(load.cpuExperts)],
    [
      'sampling',
      `temperature ${temperature}, top-k ${topK}, top-p ${topP}, ${maxTokens === null ? 'as many tokens as the template allows' : `at most ${maxTokens} tokens`}${sampling ? '' : ' (as published)'}`
    ]
  ]
}

function given<T extends object>(values: T): Partial<T> {
  // Leaving keys out does not make the others anything else.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
