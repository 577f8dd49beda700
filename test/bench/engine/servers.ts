// Other programs that serve the same model on this machine, asked the same over HTTP. They are looked for on the PATH, started on a
// free port of 127.0.0.1, and stopped again; nothing of theirs is kept.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OrreryError } from '../../../src/core/errors.ts'
import type { Engine } from '../../../src/core/tree/ports.ts'
import { readFacts } from '../../../src/host/engines/llama-server/facts.ts'
import { environment, findProgram, lookAt } from '../../../src/host/engines/llama-server/program.ts'
import { createOpenAIEngine } from '../../../src/host/engines/openai.ts'
import { lastWords } from '../../../src/host/process/child.ts'
import { ask, lasting } from './answer.ts'
import { type Bench, withEngine } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { counting } from './prompts.ts'
import { type Findings, ratio } from './report.ts'
import { beginTalk } from './talk.ts'

// A model of 20 GB from a cold disk.
const START_MS = 120_000
// The last of these is compared; the ones before make the history.
const TURNS = 10

interface Program {
  name: string
  title: string
  /** Its file. @throws OrreryError not-found */
  find(): string
  /** Its arguments and environment for serving the model on `port` with `contextSize` tokens. */
  serve(bench: Bench, port: number, contextSize: number): { argv: string[]; env?: Record<string, string> }
  /** The path that answers once it is up. */
  health: string
  /** Makes the model known to it, if need be. */
  prepare?(bench: Bench, file: string, env: Record<string, string>, contextSize: number): Promise<void>
}

const LLAMA_SERVER: Program = {
  name: 'llama-server',
  title: 'llama-server',
  find: () => findProgram(null),
  serve: ({ model }, port, contextSize) => ({
    argv: ['-m', model.path, '-c', String(contextSize), '-np', '1', '--host', '127.0.0.1', '--port', String(port)]
  }),
  health: '/health'
}

const OLLAMA: Program = {
  name: 'ollama',
  title: 'Ollama',
  find: findOllama,
  serve: ({ folder }, port) => ({
    argv: ['serve'],
    // A store of its own: the person's models are left alone.
    env: { OLLAMA_HOST: `127.0.0.1:${port}`, OLLAMA_MODELS: join(folder, 'ollama') }
  }),
  health: '/api/version',
  async prepare({ model, folder, signal }, file, env, contextSize) {
    const modelfile = join(folder, 'Modelfile')
    await mkdir(join(folder, 'ollama'), { recursive: true })
    await writeFile(modelfile, `FROM ${model.path}\nPARAMETER num_ctx ${contextSize}\n`)
    const child = spawn(file, ['create', MODEL, '-f', modelfile], {
      env: { ...environment(), ...env },
      signal,
      stdio: ['ignore', 'ignore', 'pipe']
    })
    const said = lastWords(child.stderr)
    const code = await new Promise((resolve) => child.on('error', resolve).on('close', resolve))
    if (code !== 0) throw new OrreryError('engine-failed', `ollama could not take the model in (${code}): ${said()}`)
  }
}
const MODEL = 'orrery-bench'

/**
 * How much faster a llama-server answers when it drafts with the model's own layers for the tokens after the next one, and when not.
 * @throws OrreryError not-found when there is no llama-server, the model has no such layers, or the server cannot use them
 */
export async function drafts(bench: Bench): Promise<Findings> {
  const file = LLAMA_SERVER.find()
  const { sizes, signal, model, say } = bench
  const [{ drafts: able }, { predictors }] = [await lookAt(file), await readFacts(model.path)]
  if (!predictors) throw new OrreryError('not-found', 'The model has no layers for multi-token prediction.')
  if (!able) throw new OrreryError('not-found', 'This llama-server does not list --spec-type draft-mtp.')
  const contextSize = 4096
  const drafting: Program = {
    ...LLAMA_SERVER,
    serve(...given) {
      const { argv } = LLAMA_SERVER.serve(...given)
      return { argv: [...argv, '--spec-type', 'draft-mtp'] }
    }
  }
  const rates = { plain: [] as number[], drafted: [] as number[] }
  const asked = counting(sizes.answer)
  // One after the other: both at once would share the machine.
  for (const [program, who] of [
    [LLAMA_SERVER, 'plain'],
    [drafting, 'drafted']
  ] as const) {
    await withServer(bench, program, { file, contextSize }, async (engine) => {
      await ask(engine, asked, { signal })
      for (const round of repeat(sizes.repeat)) {
        say(`${who}, round ${round + 1}`)
        rates[who].push((await ask(engine, asked, { signal })).rate)
      }
    })
  }
  const note = `answers of ${sizes.answer} tokens`
  return {
    ratios: {
      drafts: ratio('Answering with multi-token prediction over without', medianRatio(rates.drafted, rates.plain), {
        samples: rates.plain.length,
        note
      })
    },
    absolutes: {
      draftedRate: { title: 'Answer with multi-token prediction', value: median(rates.drafted), unit: 'tokens/s' }
    }
  }
}

export const llamaServer = (bench: Bench): Promise<Findings> => compare(bench, LLAMA_SERVER)
export const ollama = (bench: Bench): Promise<Findings> => compare(bench, OLLAMA)

/** @throws OrreryError not-found when the program is not on the PATH; engine-failed when it does not come up */
async function compare(bench: Bench, program: Program): Promise<Findings> {
  const file = program.find()
  const { sizes, signal, say } = bench
  return withEngine(bench, {}, (ours) =>
    withServer(bench, program, { file, contextSize: ours.contextSize }, async (theirs) => {
      const times = { ours: [] as number[], theirs: [] as number[] }
      const rates = { ours: [] as number[], theirs: [] as number[] }
      const count = await lasting(ours.engine, counting(sizes.answer), { signal })
      await ask(theirs, count, { signal })
      for (const round of repeat(sizes.repeat)) {
        say(`round ${round + 1}`)
        for (const [engine, who] of [
          [theirs, 'theirs'],
          [ours.engine, 'ours']
        ] as const) {
          rates[who].push((await ask(engine, count, { signal })).rate)
          const talk = beginTalk(engine, { signal, owner: `${program.name} ${round}` })
          while (talk.turns < TURNS - 1) await talk.go(800 + round * 20 + talk.turns)
          times[who].push((await talk.go(800 + round * 20 + TURNS)).answer.first)
        }
      }
      const samples = rates.ours.length
      const { name, title } = program
      return {
        ratios: {
          [`${name}First`]: ratio(
            `First token at turn ${TURNS}: ${title} over Orrery`,
            medianRatio(times.theirs, times.ours),
            {
              samples,
              note: 'the same conversation over HTTP'
            }
          ),
          [`${name}Rate`]: ratio(`Answering: Orrery over ${title}`, medianRatio(rates.ours, rates.theirs), {
            samples,
            note: `answers of ${sizes.answer} tokens, each with its own defaults`
          })
        },
        absolutes: {
          [`${name}FirstMs`]: {
            title: `First token at turn ${TURNS}, ${title}`,
            value: median(times.theirs),
            unit: 'ms'
          },
          [`${name}AnswerRate`]: { title: `Answer, ${title}`, value: median(rates.theirs), unit: 'tokens/s' }
        }
      }
    })
  )
}

async function withServer<T>(
  bench: Bench,
  program: Program,
  { file, contextSize }: { file: string; contextSize: number },
  work: (engine: Engine) => Promise<T>
): Promise<T> {
  const port = await freePort()
  const { argv, env = {} } = program.serve(bench, port, contextSize)
  const child = spawn(file, argv, { env: { ...environment(), ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = lastWords(child.stderr)
  let ended = ''
  child.on('error', (error) => {
    ended = error.message
  })
  const closed = new Promise<void>((resolve) => {
    child.on('close', (code) => {
      ended ||= `exit code ${code}; ${said()}`
      resolve()
    })
  })
  const base = `http://127.0.0.1:${port}`
  try {
    const until = AbortSignal.any([bench.signal, AbortSignal.timeout(START_MS)])
    while (!(await answers(base + program.health))) {
      if (ended || until.aborted)
        throw new OrreryError('engine-failed', `${program.name} did not come up (${ended || 'it took too long'}).`)
      await sleep(100)
    }
    await program.prepare?.(bench, file, env, contextSize)
    // Both go on from an assistant message that stands last.
    const engine = createOpenAIEngine({ baseUrl: `${base}/v1`, model: MODEL, prefill: true })
    return await work(engine)
  } finally {
    child.kill('SIGKILL')
    await closed
  }
}

async function answers(url: string): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => null)
  return reply?.ok ?? false
}

/** @throws OrreryError not-found */
function findOllama(): string {
  const name = process.platform === 'win32' ? 'ollama.exe' : 'ollama'
  const files = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
  const found = files.find((file) => existsSync(file))
  if (found) return found
  throw new OrreryError('not-found', 'ollama was not found on the PATH.')
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))
      )
    })
  })
}
