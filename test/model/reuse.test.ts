// Whatever an engine keeps of earlier work (a context's prefix, checkpoints, saved states), its answers must be those of an engine that
// reads everything anew. Random sequences of what a person can do to a world, on both shapes of model, against the real engine process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import type { Engine, EngineEvent } from '../../src/core/tree/ports.ts'
import { createLlamaEngine } from '../../src/host/engines/llama.ts'
import { forkEngine } from '../../src/host/engines/spawn.ts'
import { createDice, type Dice } from '../fixtures/dice.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { type Answer, type Asked, ask, common, prompted, type Turn } from './conversation.ts'
import { createMeter } from './meter.ts'
import { createScorer, type Scorer } from './scorer.ts'

const CONTEXT = 8192
// In each sequence. ORRERY_REUSE_ACTS asks for more.
const ACTS = Number(process.env.ORRERY_REUSE_ACTS ?? 5)
const WORLDS = 3
// Long enough to be stopped on the way; what is not stopped in time is compared too, and rounding adds up over hundreds of tokens.
const LONG = 150
const SHAPES = ['llama', 'qwen35moe'] as const
// Batches of another size round differently: measured at random places, the logits of the likeliest tokens moved by up to 0.1 on the llama,
// whose 16-bit attention rounds more, and by up to 0.01 on the qwen35moe. Between the two likeliest lie 2 and 1.3 (medians), so where a greedy
// answer takes another turn at less than this it was a tie.
const TIE = { llama: 0.2, qwen35moe: 0.02 }
// More worlds than sequences: some must go, to a file or for good.
const SETUPS = [
  { seed: 1, sequences: 1, kept: false },
  { seed: 2, sequences: 1, kept: true },
  { seed: 3, sequences: 2, kept: true },
  { seed: 4, sequences: 2, kept: false },
  { seed: 5, sequences: WORLDS, kept: true },
  // Nobody decided: contexts are made as worlds come, and grow with them. These begin at about the size of the first.
  { seed: 6, sequences: null, kept: true, text: [3000, 4300] as const, acts: 8 },
  { seed: 7, sequences: null, kept: false, text: [3000, 4300] as const, acts: 8 }
]
// How often each is drawn.
const HAT = Object.entries({
  step: 14,
  rewind: 8,
  again: 2,
  cross: 4,
  together: 3,
  'cancel reading': 2,
  'cancel generating': 2,
  kill: 1,
  reopen: 2
}).flatMap(([act, times]) => Array<string>(times).fill(act))

let folder: string
let scorer: Scorer
const pathOf = (shape: string) => join(folder, `${shape}.gguf`)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-reuse-'))
  for (const architecture of SHAPES) writeTinyModel(pathOf(architecture), { architecture, random: 7 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: Engine[] = []
afterEach(() => Promise.all(open.splice(0).map((engine) => engine.dispose())))

interface Opened {
  engine: Engine
  /** Ends the newest process, if there is one. */
  kill(): void
}

function openEngine(
  shape: string,
  { sequences = 1, states = null }: { sequences?: number | null; states?: string | null } = {}
): Opened {
  let pid: number | undefined
  const spawn = () => {
    const port = forkEngine()
    pid = port.pid
    return port
  }
  const engine = createLlamaEngine({
    modelPath: pathOf(shape),
    name: shape,
    hash: `hash of ${shape}`,
    template: 'small',
    load: LoadOptions.parse({ contextSize: CONTEXT, sequences }),
    states,
    spawn
  })
  open.push(engine)
  return {
    engine,
    kill() {
      try {
        if (pid !== undefined) process.kill(pid, 'SIGKILL')
      } catch (error) {
        // `as`: what process.kill throws is a system error; a process that has ended already is as good as killed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
}

interface World {
  owner: string
  turns: Turn[]
  tip: Turn
}

function newWorld(owner: string, dice: Dice, [least, most]: readonly [number, number]): World {
  const messages = [{ role: 'system' as const, content: `you are a terminal ${dice.letters(least, most)}` }]
  const root = { messages, parent: null, asked: null, said: '' }
  return { owner, turns: [root], tip: root }
}

function action(
  world: World,
  at: Turn,
  dice: Dice,
  { length = [4, 60] as [number, number], maxTokens = 8 + dice.below(24) } = {}
): Asked {
  return {
    messages: [...at.messages, { role: 'user', content: dice.letters(...length) }],
    prefill: dice.chance(0.2) ? dice.letters(1, 8) : '',
    maxTokens,
    owner: world.owner,
    thinking: dice.chance(0.2),
    trace: dice.chance(0.1)
  }
}

/** The turn that `said` makes: history holds it whole, or a part of it: without thinking, or where something was prefilled without its end. */
function follow(at: Turn, asked: Asked, said: string, dice: Dice): Turn {
  const cut = dice.chance(0.3) ? 1 + dice.below(said.length - asked.prefill.length - 1) : 0
  const content = asked.prefill ? said.slice(0, said.length - cut) : said.slice(cut)
  return { messages: [...asked.messages, { role: 'assistant', content }], parent: at, asked, said }
}

describe.each(SHAPES)('8.7 answers of a %s that reuses its context', (shape) => {
  beforeAll(async () => {
    scorer = await createScorer(pathOf(shape), { contextSize: CONTEXT })
  })
  afterAll(() => scorer.dispose())

  test.each(SETUPS)(
    'are those of one that reads everything anew: seed $seed, $sequences at a time, kept on disk: $kept',
    async ({ seed, sequences, kept, text, acts: most = ACTS }) => {
      const dice = createDice(seed * 10 + SHAPES.indexOf(shape))
      // Recurrent state does not move, so its contexts do not grow.
      const long = (shape === 'llama' && text) || ([20, 700] as const)
      const truth = openEngine(shape)
      const options = { sequences, states: kept ? join(folder, `states-${shape}-${seed}`) : null }
      let used = openEngine(shape, options)
      const meter = createMeter({ cuttable: shape === 'llama' })
      const worlds = Array.from({ length: WORLDS }, (_, index) => newWorld(String(index), dice, long))
      const log: string[] = []
      const where = () => `${shape}, seed ${seed}, after:\n${log.join('\n')}\n`

      /** Holds an answer against a full evaluation, and grows the tree by it. */
      async function settle(world: World, at: Turn, asked: Asked, answer: Answer): Promise<void> {
        if ('code' in answer) {
          log.push(`  ended in ${answer.code}`)
          return meter.forget()
        }
        const { prompt, cached, generated, copied = 0 } = answer.tokens
        log.push(`  said ${answer.text} (${cached} of ${prompt} cached, ${copied} of ${generated} copied)`)
        const whole = await ask(truth.engine, asked, { strict: true, trace: false })
        if ('code' in whole) throw new Error(`The full evaluation ended in ${whole.code}: ${where()}`)
        expect(whole.tokens, where()).toEqual({ prompt: prompted(asked).length, cached: 0, generated: asked.maxTokens })
        expect({ prompt, generated }, where()).toEqual({
          prompt: whole.tokens.prompt,
          generated: whole.tokens.generated
        })
        if (answer.text !== whole.text) {
          const same = common([...answer.text], [...whole.text])
          const gap = await scorer.gap(
            asked.messages,
            whole.text.slice(0, same),
            must(answer.text[same]),
            must(whole.text[same])
          )
          expect(gap, `${where()}but ${whole.text} was right; the logits differ by`).toBeLessThan(TIE[shape])
          log.push(`  a tie with ${whole.text}: the logits differ by ${gap.toFixed(3)}`)
        }
        expect(cached, `${where()}and reads again what it has`).toBeGreaterThanOrEqual(meter.least(asked))
        const turn = follow(at, asked, answer.text, dice)
        world.turns.push(turn)
        world.tip = turn
        meter.answered(turn, cached)
      }

      async function act(
        world: World,
        at: Turn,
        asked = action(world, at, dice),
        stop?: (event: EngineEvent) => boolean
      ) {
        const controller = new AbortController()
        const onEvent = (event: EngineEvent) => {
          if (stop?.(event)) controller.abort()
        }
        await settle(world, at, asked, await ask(used.engine, asked, { signal: controller.signal, onEvent }))
      }

      const acts: Record<string, (world: World) => Promise<void>> = {
        step: (world) => act(world, world.tip),
        rewind: (world) => act(world, dice.pick(world.turns)),
        again: async (world) => {
          const { parent, asked } = world.tip
          if (parent && asked) await act(world, parent, asked)
        },
        /** To the end of another branch: a turn that nothing follows. */
        cross: (world) =>
          act(world, dice.pick(world.turns.filter((turn) => !world.turns.some(({ parent }) => parent === turn)))),
        async together() {
          const all = worlds.map((world) => ({ world, at: world.tip, asked: action(world, world.tip, dice) }))
          const answers = await Promise.all(all.map(({ asked }) => ask(used.engine, asked)))
          for (const [index, { world, at, asked }] of all.entries()) {
            meter.forget()
            await settle(world, at, asked, must(answers[index]))
          }
          meter.forget()
        },
        'cancel reading': (world) =>
          act(
            world,
            world.tip,
            action(world, world.tip, dice, { length: [1200, 1800] }),
            (event) => event.type === 'progress' && event.done > 1
          ),
        'cancel generating': (world) =>
          act(world, world.tip, action(world, world.tip, dice, { maxTokens: LONG }), ({ type }) => type === 'text'),
        async kill(world) {
          meter.forget()
          if (dice.chance(0.5)) return used.kill()
          await act(world, world.tip, action(world, world.tip, dice, { maxTokens: LONG }), ({ type }) => {
            if (type === 'text') used.kill()
            return false
          })
        },
        async reopen() {
          const closed = used.engine.dispose()
          const killed = dice.chance(0.3)
          if (killed) {
            await sleep(dice.below(20))
            used.kill()
            log.push('  killed while it closed')
          }
          await closed
          used = openEngine(shape, options)
          meter.reopened({ kept: kept && !killed })
        }
      }

      for (let done = 0; done < most; done++) {
        const name = dice.pick(HAT)
        const world = dice.pick(worlds)
        log.push(`${name}, world ${world.owner}`)
        await must(acts[name])(world)
      }
    }
  )
})
