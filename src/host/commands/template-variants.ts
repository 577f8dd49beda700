// What a search for a template tries: built-in templates, prompts by hand, prompts that a model writes, and examples by similarity.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { StreamEvent } from '../../core/contract/index.ts'
import { promptOf, readRewrite, rewriteMessages } from '../../core/control/tuning/prompts.ts'
import { findDomain, findTemplate } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { promptFile } from '../../core/step/pack.ts'
import { parseJson } from '../../core/text/json.ts'
import type { Message } from '../../core/tree/ports.ts'
import { mount } from '../doors/mount.ts'
import { contestant } from './contestants.ts'
import type { Cli, Door } from './door.ts'
import { filesUnder } from './pack-files.ts'
import { note, progress } from './print.ts'
import type { SearchOptions } from './template-search.ts'
import type { TemplateVariant, Trials } from './template-trials.ts'

interface Around {
  domain: string
  options: SearchOptions
  baseline: TemplateVariant
  trials: Trials
  chosenBy: readonly string[]
  model: string
}

interface FoundVariants {
  variants: TemplateVariant[]
  /** Tokens that the writer took. */
  words: number
  /** Removes the pack that variants were tried from. */
  clear(): Promise<void>
}

// What a writer is shown of what went wrong: more would not fit beside the prompt.
const MOST_FAILURES = 4
const WRITER_TOKENS = 4096
// Another prompt each time.
const WRITER_TEMPERATURE = 0.8
const BY_HAND = 'by-hand'

/** @throws OrreryError invalid-input for a folder without a prompt of the domain; as the engine of the writer */
export async function variantsFor(cli: Cli, door: Door, around: Around): Promise<FoundVariants> {
  const { domain, options, baseline } = around
  const usual = await usualName(door, around)
  const own = (await door.call('prompts.list', { domain })).filter(({ pack }) => !pack)
  const builtIn = own.map(({ name }) => ({ name, template: name, prompt: null, examples: 0 }))
  const byHand = options.variants === undefined ? [] : await promptsIn(options.variants, domain)
  const pack = packName(around, byHand)
  const examples = around.chosenBy.length > 1 ? options.examples : 0
  const others = builtIn.filter(({ name }) => name !== usual)
  const alike = examples > 0 ? [{ ...baseline, name: `examples:${examples}`, examples }] : []
  refuseTwins([baseline, ...others, ...alike, ...byHand, ...writtenNames(options.write)])
  const before = await keptIn(door, { pack, domain })
  const { written: prompts, words } = before ?? (await write(cli, door, { ...around, usual }))
  const all = [...byHand, ...prompts]
  // A turn is told nothing of its own recording.
  if (options.examples > examples)
    note(cli.io, 'One recording decides, so there are no similar steps of others to tell: give three or more.')
  if (all.length && !before) {
    const files = all.map(({ name, text }) => ({ path: pathOf(domain, name), text }))
    const about = JSON.stringify({ written: prompts.map(({ name }) => name), words } satisfies z.infer<typeof About>)
    for (const problem of (await door.call('prompts.import', { name: pack, files, about })).problems)
      note(cli.io, problem)
  }
  return {
    variants: [
      baseline,
      // The usual one is there already.
      ...others,
      ...alike,
      ...all.map(({ name, text }) => ({ name, template: `${pack}:${name}`, prompt: text, examples: 0 }))
    ],
    words,
    async clear() {
      if (all.length) await door.call('prompts.delete', { name: pack })
    }
  }
}

/** The built-in template that `auto` stands for. */
async function usualName(door: Door, { model, domain }: Around): Promise<string> {
  const info = await door.call('models.info', { model }).catch(() => null)
  return findTemplate(findDomain(domain), 'auto', info?.template ?? 'standard').name
}

interface Kept {
  written: { name: string; text: string }[]
  words: number
}

/** What is kept beside the prompts of a search: which of them a model wrote, and the tokens that it took. */
const About = z.object({ written: z.array(z.string()), words: z.int() })

const writtenNames = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `written-${at + 1}` }))

/** Figures are told by the names of variants. @throws OrreryError invalid-input */
function refuseTwins(variants: readonly { name: string }[]): void {
  const names = variants.map(({ name }) => name)
  const twin = names.find((name, at) => names.indexOf(name) !== at)
  if (twin !== undefined)
    throw new OrreryError(
      'invalid-input',
      `Two variants are called "${twin}". Rename the file system_prompt.${twin}.txt of --variants.`
    )
}

const pathOf = (domain: string, name: string): string => `${domain}/system_prompt.${name}.txt`

/** The same recordings, model and options give the same pack, so that a search that was stopped finds what was written. */
function packName({ domain, options, chosenBy, model }: Around, byHand: Kept['written']): string {
  const { write, writer, seed, measure, first } = options
  const hash = createHash('sha256')
    .update(JSON.stringify([domain, chosenBy, model, byHand, write, writer, seed, measure, first]))
    .digest('hex')
  return `search-${hash.slice(0, 16)}`
}

/** What was written in an earlier run of the same command; `null` where there was none. */
async function keptIn(door: Door, { pack, domain }: { pack: string; domain: string }): Promise<Kept | null> {
  try {
    const { about, files } = await door.call('prompts.read', { name: pack })
    const { written, words } = About.parse(parseJson(about ?? ''))
    const texts = new Map(files.map(({ path, text }) => [path, text]))
    return { written: written.map((name) => ({ name, text: texts.get(pathOf(domain, name)) ?? '' })), words }
  } catch (error) {
    if (error instanceof OrreryError && error.code === 'not-found') return null
    throw error
  }
}

/** The prompts of this kind of world in a folder. @throws OrreryError as `filesUnder`; invalid-input where there is none */
async function promptsIn(folder: string, domain: string): Promise<Kept['written']> {
  const found = (await filesUnder(folder)).flatMap(({ path, text }) => {
    const [place, file = ''] = path.split(/[\\/]/).slice(-2)
    const kind = place === domain ? promptFile(file) : null
    return kind && !kind.judge && text.trim() ? [{ name: kind.variant || BY_HAND, text }] : []
  })
  if (found.length) return found
  throw new OrreryError(
    'invalid-input',
    `"${folder}" has no prompt for the domain ${domain}. Expected ${domain}/system_prompt.txt or ${domain}/system_prompt.VARIANT.txt.`
  )
}

/** Asks the writer for prompts, each from the usual one and the turns that went worst under it. What cannot be read is left out and told. */
async function write(cli: Cli, door: Door, around: Around & { usual: string }): Promise<Kept> {
  const { domain, options, baseline, trials, chosenBy, usual } = around
  if (!options.write) return { written: [], words: 0 }
  const known = findDomain(domain)
  const prompt = promptOf(known, findTemplate(known, usual, usual))
  await trials.run(baseline, chosenBy, options.first)
  const failures = await trials.failures(baseline, options.measure, MOST_FAILURES)
  const apart = options.writer === undefined ? null : await cli.open({ ...contestant(options.writer).engine, tempo: 0 })
  const bar = progress(cli.io)
  const written: Kept['written'] = []
  let words = 0
  try {
    for (let at = 0; at < options.write; at++) {
      bar.show('Writing variants', at / options.write)
      const answer = await answered(cli, apart ?? door, {
        messages: rewriteMessages(prompt, failures),
        seed: options.seed + at
      })
      words += answer.tokens
      const text = readRewrite(answer.text, prompt)
      if (text !== null && !written.some((one) => one.text === text)) written.push({ name: `written-${at + 1}`, text })
    }
  } finally {
    bar.clear()
    await apart?.handlers.dispose()
  }
  if (written.length < options.write)
    note(
      cli.io,
      `${options.write - written.length} of ${options.write} variants that were asked for are no usable prompt.`
    )
  return { written, words }
}

async function answered(
  cli: Cli,
  door: Door,
  { messages, seed }: { messages: Message[]; seed: number }
): Promise<{ text: string; tokens: number }> {
  const { model } = await door.call('doors.status', {})
  let [text, tokens] = ['', 0]
  await mount(door.handlers, 'agent').stream(
    'agent.answer',
    { key: model.key, messages, seed, sampling: { temperature: WRITER_TEMPERATURE, maxTokens: WRITER_TOKENS } },
    {
      signal: cli.signal,
      emit(event) {
        const one = event as StreamEvent<'agent.answer'> // The events of this stream.
        if (one.type === 'text') text += one.text
        else tokens = one.tokens.generated
      }
    }
  )
  return { text, tokens }
}
