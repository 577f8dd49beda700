// Whatever an engine keeps of earlier work (a context's prefix, checkpoints, saved states), its answers must be those of an engine that
// reads everything anew. Random sequences of what a person can do to a world, on both shapes of model, against the real engine process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Message } from '../../src/core/ports.ts'
import { createLlamaEngine } from '../../src/host/engines/llama.ts'
import { forkEngine } from '../../src/host/engines/spawn.ts'
import { createDice, type Dice } from '../fixtures/dice.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { type Answer, type Asked, ask, common, spell } from './conversation.ts'
import { createScorer, type Scorer } from './scorer.ts'

const CONTEXT = 8192
const ACTS = 40
const WORLDS = 3
const SHAPES = ['llama', 'qwen35moe'] as const
// Batches of another size round differently: measured at random places, the logits of the likeliest tokens moved by up to 0.1 on the llama,
// whose 16-bit attention rounds more, and by up to 0.01 on the qwen35moe. Between the two likeliest lie 2 and 1.3 (medians), so where a greedy answer takes
// another turn at less than this it was a tie.
const TIE = { llama: 0.2, qwen35moe: 0.02 }
const SEEDS = [1, 2, 3, 4]

let folder: string
const pathOf = (shape: string) => join(folder, `${shape}.gguf`)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-reuse-'))
  for (const architecture of SHAPES) writeTinyModel(pathOf(architecture), { architecture, random: 7 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let scorer: Scorer
const open: Engine[] = []
afterEach(() => Promise.all(open.splice(0).map((engine) => engine.dispose())))

/** An engine and the id of its latest process. `states`: the folder where it keeps what it has read. */
function engineOf(shape: string, states: string | null = null): { engine: Engine; pid: () => number | undefined } {
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
    contextSize: CONTEXT,
    states,
    spawn
  })
  open.push(engine)
  return { engine, pid: () => pid }
}

/** Kills a process that may have ended already. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // `as`: what process.kill throws is a system error.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A place in a world's tree: the conversation up to it, and what the model was asked and said to get there. */
interface Turn {
  messages: Message[]
  parent: Turn | null
  asked: Asked | null
  said: string
}

interface World {
  turns: Turn[]
  tip: Turn
}

/** Tokens before the answer's own. */
function opening({ asked }: Turn): number {
  return asked ? spell(asked.messages).length + asked.prefill.length : 0
}

/** Whether `asked` begins with all that was asked before `turn`'s answer. */
function leadsTo(turn: Turn, asked: Asked): boolean {
  const now = [...spell(asked.messages), ...asked.prefill]
  return turn.asked !== null && common([...spell(turn.asked.messages), ...turn.asked.prefill], now) === opening(turn)
}

function worldOf(dice: Dice): World {
  const messages = [{ role: 'system' as const, content: `you are a terminal ${dice.letters(20, 700)}` }]
  const root = { messages, parent: null, asked: null, said: '' }
  return { turns: [root], tip: root }
}

describe.each(SHAPES)('answers of a %s that reuses its context', (shape) => {
  beforeAll(async () => {
    scorer = await createScorer(pathOf(shape), { contextSize: CONTEXT })
  })
  afterAll(() => scorer.dispose())

  test.each(SEEDS)('are those of one that reads everything anew, in random order %i', async (seed) => {
    const dice = createDice(seed * 10 + SHAPES.indexOf(shape))
    const truth = engineOf(shape)
    // Every other engine keeps what it has read on disk, too.
    const states = seed % 2 === 0 ? join(folder, `states-${shape}-${seed}`) : null
    let used = engineOf(shape, states)
    const worlds = Array.from({ length: WORLDS }, () => worldOf(dice))
    /** What was done, for whoever must repeat it. */
    const log: string[] = []
    /** What the context holds for certain: turns it read one after the other, whose openings it can go back to. */
    let held: Turn[] = []

    const where = () => `${shape}, seed ${seed}, after:\n${log.join('\n')}`

    /** Compares an answer with a full evaluation, and grows the tree by it. */
    async function settle(world: World, at: Turn, asked: Asked, answer: Answer): Promise<void> {
      if ('code' in answer) {
        log.push(`  ended in ${answer.code}`)
        held = []
        return
      }
      const whole = await ask(truth.engine, asked, { strict: true })
      if ('code' in whole) throw new Error(`The full evaluation failed with ${whole.code}: ${where()}`)
      const { prompt, cached, generated, copied = 0 } = answer.tokens
      log.push(`  said ${answer.text} (${cached} of ${prompt} cached, ${copied} of ${generated} copied)`)
      expect(whole.tokens, where()).toEqual({ prompt, cached: 0, generated })
      if (answer.text !== whole.text) {
        const at = common([...answer.text], [...whole.text])
        const gap = await scorer.gap(asked.messages, whole.text.slice(0, at), answer.text[at]!, whole.text[at]!)
        expect(gap, `${where()}\nbut ${whole.text} was right; the logits differ by`).toBeLessThan(TIE[shape])
        log.push(`  a tie with ${whole.text}: the logits differ by ${gap.toFixed(3)}`)
      }
      const spelled = spell(asked.messages)
      expect(prompt, where()).toBe(spelled.length + asked.prefill.length)
      expect(cached, `${where()}\nand reads again what it has`).toBeGreaterThanOrEqual(warm(asked))

      // History holds what was said, or a part of it: without thinking, when nothing was prefilled, or without its end.
      const { length } = answer.text
      const cut = dice.chance(0.3) ? 1 + dice.below(length - asked.prefill.length - 1) : 0
      const kept = asked.prefill ? answer.text.slice(0, length - cut) : answer.text.slice(cut)
      const turn: Turn = {
        messages: [...asked.messages, { role: 'assistant', content: kept }],
        parent: at,
        asked,
        said: answer.text
      }
      world.turns.push(turn)
      world.tip = turn
      // Going back undoes what came after; what came from a file brings nothing of what came before.
      held = [...held.filter((before) => opening(before) <= cached + 1 && leadsTo(before, asked)), turn]
    }

    /** Tokens that need not be read again. */
    function warm(asked: Asked): number {
      const now = [...spell(asked.messages), ...asked.prefill]
      const last = held.at(-1)
      if (!last?.asked) return 0
      // The last token drawn was never read.
      const told = [...spell(last.asked.messages), ...last.asked.prefill]
      const begun = last.said.slice(last.asked.prefill.length)
      const read = [...told, ...begun].slice(0, -1)
      const shared = common(read, now)
      // The last token of a prompt is always read, as the next one is drawn from it.
      if (shape === 'llama' || shared === read.length) return Math.min(shared, now.length - 1)
      // Recurrent state goes back to where an answer opened, and the token that opens it is read again.
      const openings = held.map(opening).filter((length) => length <= shared)
      return Math.max(0, ...openings.map((length) => length - 1))
    }

    function asking(world: World, at: Turn, { long = false } = {}): Asked {
      return {
        messages: [...at.messages, { role: 'user', content: long ? dice.letters(1200, 1800) : dice.letters(4, 60) }],
        prefill: dice.chance(0.2) ? dice.letters(1, 8) : '',
        maxTokens: 8 + dice.below(24),
        owner: String(worlds.indexOf(world))
      }
    }

    async function act(world: World, at: Turn, asked = asking(world, at)): Promise<void> {
      await settle(world, at, asked, await ask(used.engine, asked))
    }

    const acts: Record<string, (world: World) => Promise<void>> = {
      step: (world) => act(world, world.tip),
      rewind: (world) => act(world, dice.pick(world.turns)),
      async again({ tip }) {
        const world = worlds.find(({ turns }) => turns.includes(tip))!
        if (tip.parent && tip.asked) await act(world, tip.parent, tip.asked)
      },
      /** Another branch: a turn nothing follows. */
      async cross(world) {
        const ends = world.turns.filter((turn) => !world.turns.some(({ parent }) => parent === turn))
        await act(world, dice.pick(ends))
      },
      async together() {
        held = []
        const all = worlds.map((world) => ({ world, at: world.tip, asked: asking(world, world.tip) }))
        const answers = await Promise.all(all.map(({ asked }) => ask(used.engine, asked)))
        for (const [index, { world, at, asked }] of all.entries()) {
          await settle(world, at, asked, answers[index]!)
          held = []
        }
      },
      async 'cancel reading'(world) {
        const stop = new AbortController()
        const asked = asking(world, world.tip, { long: true })
        const onEvent = (event: { type: string; done?: unknown }) => {
          if (event.type === 'progress' && Number(event.done) > 1) stop.abort()
        }
        await settle(world, world.tip, asked, await ask(used.engine, asked, { signal: stop.signal, onEvent }))
      },
      async 'cancel generating'(world) {
        const stop = new AbortController()
        const asked = { ...asking(world, world.tip), maxTokens: 500 }
        const onEvent = (event: { type: string }) => event.type === 'text' && stop.abort()
        await settle(world, world.tip, asked, await ask(used.engine, asked, { signal: stop.signal, onEvent }))
      },
      async kill(world) {
        const pid = used.pid()
        held = []
        if (pid === undefined) return
        if (dice.chance(0.5)) return end(pid)
        const asked = { ...asking(world, world.tip), maxTokens: 500 }
        const onEvent = (event: { type: string }) => event.type === 'text' && end(pid)
        await settle(world, world.tip, asked, await ask(used.engine, asked, { onEvent }))
      },
      async reopen() {
        held = []
        await used.engine.dispose()
        used = engineOf(shape, states)
      }
    }
    const often = { step: 14, rewind: 8, again: 2, cross: 4, together: 3, 'cancel reading': 2, 'cancel generating': 2 }
    const hat = [...Object.entries(often).flatMap(([name, times]) => Array<string>(times).fill(name)), 'kill', 'reopen']

    for (let done = 0; done < ACTS; done++) {
      const name = dice.pick(hat)
      const world = dice.pick(worlds)
      log.push(`${name} in world ${worlds.indexOf(world)}`)
      await acts[name]!(world)
    }
  })
})
