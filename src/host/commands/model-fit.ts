// `orrery model fit`: whether a model fits this machine and how it would be opened, known before it is fetched or loaded.
import { type Command, Option } from 'commander'
import { type Fit, LoadOptions } from '../../core/contract/fit.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import type { Cli } from './door.ts'
import { bytes, json, line, table } from './print.ts'
import { numberIn } from './values.ts'

interface Options {
  context?: number
  gpuLayers?: number
  kv?: LoadOptions['kvType']
  sequences?: number
  json?: boolean
}

export function modelFitCommand(model: Command, cli: Cli): void {
  model
    .command('fit <id>')
    .description('check whether a model fits this machine and how it would be loaded; unset options are chosen')
    .option('--context <n>', 'context size in tokens', numberIn(LoadOptions.shape.contextSize))
    .option('--gpu-layers <n>', 'number of layers on the GPU', numberIn(LoadOptions.shape.gpuLayers))
    .addOption(new Option('--kv <type>', 'type of the KV cache').choices(['f16', 'q8_0']))
    .option('--sequences <n>', 'worlds predicted in parallel', numberIn(LoadOptions.shape.sequences))
    .option('--json', 'print JSON')
    .action(async (id: string, options: Options) => {
      const door = await cli.open()
      const { context, gpuLayers, kv, sequences } = options
      const decided = (await door.call('models.list', {})).find((one) => one.id === id)?.load
      const fit = await door.call('models.fit', {
        model: id,
        options: {
          ...decided,
          ...(context !== undefined && { contextSize: context }),
          ...(gpuLayers !== undefined && { gpuLayers }),
          ...(kv && { kvType: kv }),
          ...(sequences !== undefined && { sequences })
        }
      })
      if (options.json) return json(cli.io, fit)
      line(cli.io, fit.reason)
      table(cli.io, rows(fit))
    })
}

const VERDICTS = {
  gpu: 'fits on the GPU',
  partial: 'fits, partly on the GPU',
  cpu: 'fits in main memory',
  'too-big': 'does not fit'
}

function rows({ verdict, options, layers, weights, cache, buffers, first, free, backends }: Fit): string[][] {
  const split = ({ ram, vram }: Bytes) =>
    `${bytes(ram)} of RAM${vram || free.vram ? `, ${bytes(vram)} on the GPU` : ''}`
  return [
    ['verdict', VERDICTS[verdict]],
    ['context', `${options.contextSize} tokens`],
    ['GPU layers', `${options.gpuLayers} of ${layers}`],
    ['KV cache', options.kvType],
    ['sequences', String(options.sequences)],
    ['weights', split(weights)],
    ['cache', split(cache)],
    ['buffers', split(buffers)],
    ['one short world', split(first)],
    ['free', split(free)],
    ...backends.map(({ name, used, reason }) => [name, `${used ? 'used' : 'not used'}: ${reason}`])
  ]
}
