// `orrery model`: what models there are, fetching one, looking into one, choosing, loading and deleting one.
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { chatWarning } from '../../core/contract/chat-use.ts'
import type { Model } from '../../core/contract/models.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Cli } from './door.ts'
import { modelFitCommand } from './model-fit.ts'
import { modelSetCommand, settings } from './model-set.ts'
import { bytes, json, line, note, progress, table } from './print.ts'

export function modelCommands(program: Command, cli: Cli): void {
  const model = program.command('model').description('list, download, inspect, select and configure models')
  listCommand(model, cli)
  pullCommand(model, cli)
  infoCommand(model, cli)
  useCommand(model, cli)
  modelFitCommand(model, cli)
  loadCommand(model, cli)
  deleteCommand(model, cli)
  modelSetCommand(model, cli)
}

function listCommand(model: Command, cli: Cli): void {
  model
    .command('list', { isDefault: true })
    .description('list the catalogue and the models on this machine; * marks the one in use')
    .option('--found', 'list models of Ollama, LM Studio and the Hugging Face cache instead')
    .option('--json', 'print JSON')
    .action(async (options: { found?: boolean; json?: boolean }) => {
      const door = await cli.open()
      if (options.found) {
        const found = await door.call('models.found', {})
        if (options.json) return json(cli.io, found)
        if (!found.length) return line(cli.io, 'No models of other programs were found on this machine.')
        table(
          cli.io,
          found.map(({ source, title, size, path }) => [source, title, bytes(size), path])
        )
        return note(cli.io, 'To use one in place, give its title or path: orrery model use <title>')
      }
      const all = await door.call('models.list', {})
      if (options.json) return json(cli.io, all)
      table(
        cli.io,
        all.map(({ id, active, path, partial, size, title, unfit, embeds }) => [
          active ? '*' : ' ',
          id,
          bytes(size),
          // What embeds texts is fetched for that; its title says so.
          unfit && !embeds
            ? 'cannot answer'
            : path
              ? 'installed'
              : partial
                ? `${Math.floor((partial / size) * 100)} % downloaded`
                : 'not installed',
          title
        ])
      )
      for (const { id, unfit, embeds } of all) if (unfit !== undefined && !embeds) note(cli.io, `${id}: ${unfit}`)
      const weights = await door.call('models.unconverted', {})
      if (!weights.length) return
      line(cli.io, '\nWorld models that are published as safetensors; orrery model pull NAME says how to convert one:')
      table(
        cli.io,
        weights.map(({ repository, worlds, base }) => [repository, worlds, base])
      )
    })
}

function pullCommand(model: Command, cli: Cli): void {
  model
    .command('pull <id>')
    .description('download a model; resumes an interrupted download')
    .option('--json', 'print the model as JSON when done')
    .action(async (id: string, options: { json?: boolean }) => {
      const door = await cli.open()
      const bar = progress(cli.io)
      await door.stream(
        'models.pull',
        { model: id },
        {
          signal: cli.signal,
          on(event) {
            switch (event.type) {
              case 'source':
                bar.clear()
                note(cli.io, `From ${event.source}`)
                break
              case 'progress': {
                const { done, total, bytesPerSecond } = event
                const detail = `${bytes(done)}${total === null ? '' : ` of ${bytes(total)}`}, ${bytes(bytesPerSecond)}/s`
                bar.show('Downloading', total ? done / total : null, detail)
                break
              }
              case 'verifying':
                bar.show('Verifying', event.total ? event.done / event.total : null)
                break
              case 'pulled':
                bar.clear()
                if (options.json) json(cli.io, event.model)
                else line(cli.io, event.model.path ?? event.model.id)
                break
              default:
                event satisfies never
            }
          }
        }
      )
      // Whoever fetches a first model means to use it, and not the one that is here anyway.
      const { model: inUse } = await door.call('models.status', {})
      const active = (await door.call('models.list', {})).find((one) => one.active)
      if (inUse !== null && active?.bundled !== true) return
      await door.call('models.use', { model: id })
      note(cli.io, `In use: ${id}`)
    })
}

function infoCommand(model: Command, cli: Cli): void {
  model
    .command('info <id>')
    .description('show the metadata of a model file')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      const door = await cli.open()
      const known = (await door.call('models.list', {})).find((one) => one.id === id)
      // Only the file itself says more; license and size are wanted before it is fetched.
      if (known?.path === null) return options.json ? json(cli.io, { model: known }) : table(cli.io, rows(known))
      const info = await door.call('models.info', { model: id })
      if (options.json) return json(cli.io, info)
      const { model, name, architecture, parameters, contextLength, quantization, template, chat } = info
      table(cli.io, [
        ...rows(model),
        ['name', name ?? 'nothing'],
        ['architecture', architecture],
        ['parameters', parameters === null ? 'unknown' : `${Number((parameters / 1e6).toPrecision(3))} million`],
        ['quantization', quantization],
        ['trained on', contextLength === null ? 'unknown' : `${contextLength} tokens of context`],
        ['template', template],
        ...(chat ? [['chat form', chat.form]] : []),
        ...settings(model)
      ])
      const warning = chat && chatWarning(chat)
      if (warning) note(cli.io, warning)
    })
}

function useCommand(model: Command, cli: Cli): void {
  model
    .command('use <id>')
    .description('select the model that predicts: a catalogue id, a .gguf path, or none')
    .option('--base-url <url>', 'use the model on this OpenAI-compatible server (key from OPENAI_API_KEY)')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { baseUrl?: string; json?: boolean }) => {
      const door = await cli.open()
      const choice = options.baseUrl
        ? { baseUrl: options.baseUrl, model: id, apiKey: process.env.OPENAI_API_KEY }
        : { model: id === 'none' ? null : id }
      const status = await door.call('models.use', choice)
      if (options.json) return json(cli.io, status)
      if (status.model === null && id !== 'none') throw new OrreryError('internal', `Orrery did not switch to "${id}".`)
      line(cli.io, status.model === null ? 'No model is in use.' : `In use: ${status.model}`)
    })
}

function loadCommand(model: Command, cli: Cli): void {
  model
    .command('load [id]')
    .description('load a model (default: the one in use) to check that it loads and how long it takes')
    .option('--json', "print the engine's status as JSON when done")
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      const door = await cli.open({ model: id })
      const { engine, model: name } = await door.call('models.status', {})
      const { takes } = (await door.call('models.engines', {})).find(({ id }) => id === engine) ?? {}
      const file = name !== null && takes === 'file' ? await door.call('models.info', { model: name }) : null
      const title = file?.model.title ?? name
      const warning = file?.chat && chatWarning(file.chat)
      const bar = progress(cli.io)
      const started = performance.now()
      await door.stream(
        'models.load',
        {},
        {
          signal: cli.signal,
          on(event) {
            if (event.type === 'progress') return bar.show('Loading', event.done)
            bar.clear()
            if (options.json) return json(cli.io, event.status)
            const { device, contextSize } = event.status
            const took = `${((performance.now() - started) / 1000).toFixed(1)} s`
            const context = contextSize === null ? '' : `, ${contextSize} tokens of context`
            line(cli.io, `Loaded ${title} in ${took}${device ? ` on ${device}` : ''}${context}`)
            if (warning) note(cli.io, warning)
          }
        }
      )
    })
}

function deleteCommand(model: Command, cli: Cli): void {
  model
    .command('delete <id>')
    .description('delete a downloaded model; a file that Orrery did not download is only removed from the list')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      const door = await cli.open()
      const known = (await door.call('models.list', {})).find((one) => one.id === id || one.title === id)
      // Nothing runs here: the model in use is only remembered as such.
      if (known?.active) await door.call('models.use', { model: null })
      await door.call('models.delete', { model: known?.id ?? id })
      if (options.json) return json(cli.io, { deleted: id })
      const stays = known?.path && existsSync(known.path)
      line(cli.io, stays ? `Removed ${id} from the list. Its file was not deleted.` : `Deleted ${id}.`)
    })
}

/** What is known of a model without its file. */
function rows({ id, title, path, size, memory, license }: Model): string[][] {
  return [
    ['title', title],
    ['file', path ?? `not on this machine; download it with: orrery model pull ${id}`],
    ['size', bytes(size)],
    ['memory', `about ${bytes(memory)}`],
    ['license', license]
  ]
}
