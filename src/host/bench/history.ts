// A session with a long history: a step in it, opening it again, and the memory it takes, beside reading everything again.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import type { Message, Request } from '../../core/ports.ts'
import { ask } from './answer.ts'
import { type Bench, type Opened, withBoth, withEngine } from './bench.ts'
import { memoryOf } from './memory.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { command, history, request, unread } from './prompts.ts'
import { type Absolute, atLeast, type Bar, type Findings, ratio } from './report.ts'

// Tokens of the context that are left free for a step: its command, its answer, and the template's own.
const SPARE = 256
// A history this long shows what is promised of 8,000 tokens; of a shorter one that is not promised.
const LONG = 7000

export async function longHistory(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  const states = join(bench.folder, 'states')
  const warm: number[] = []
  const whole: number[] = []
  const read: number[] = []
  let memory: Record<string, Absolute> = {}
  const { messages, tokens } = await withBoth(bench, { states }, async ({ ours, raw }) => {
    // Read twice: the first time the model file itself may still be on its way from the disk.
    await raw.answer(unread(8, 4000))
    const { first, tokens } = await raw.answer(unread(8, 4001))
    const inTime = Math.round((tokens.prompt * sizes.history.seconds * 1000) / first)
    const found = await fill(ours, Math.min(sizes.history.tokens, inTime, ours.contextSize - SPARE), { signal })
    say(`reading ${found.tokens} tokens`)
    await ask(ours.engine, step(found.messages, 0), { signal })
    for (const round of repeat(sizes.repeat)) {
      const asked = step(found.messages, round + 1)
      const { first } = await ask(ours.engine, asked, { signal })
      say(`read again by the plain library, round ${round + 1}`)
      const again = await raw.answer(asked, { laid: found.tokens })
      warm.push(first)
      read.push(again.read)
      whole.push(again.read + again.first)
    }
    memory = await memoryOf(bench, ours, raw)
    return found
  })

  const ready: number[] = []
  const back: number[] = []
  let reused = 0
  for (const round of repeat({ ...sizes.repeat, most: read.length })) {
    say(`opening the session again, round ${round + 1}`)
    await withEngine(bench, { states }, async (ours) => {
      const answer = await ask(ours.engine, step(messages, 100 + round), {
        signal,
        onEvent(event, ms) {
          if (event.type !== 'progress' || event.phase !== 'read') return
          if (ready.length === round && event.done >= tokens - SLACK) ready.push(ms)
        }
      })
      // An engine that tells nothing of its reading was ready when its first token came, at the latest.
      if (ready.length === round) ready.push(answer.first)
      back.push(answer.first)
      reused = answer.tokens.cached
    })
  }
  await rm(states, { recursive: true, force: true })

  const samples = warm.length
  const note = `${tokens} tokens of history`
  const bar = (least: number): Bar | null => (tokens >= LONG ? atLeast(least) : null)
  return {
    ratios: {
      longHistory: ratio('First token in a long history: plain library over Orrery', medianRatio(whole, warm), {
        needed: bar(30),
        samples,
        note
      }),
      reopen: ratio('Reading a session again over opening it ready to act', median(read) / median(ready), {
        needed: bar(500),
        samples: ready.length,
        note: `${note}, ${reused} tokens restored; the model itself is loaded before`
      })
    },
    absolutes: {
      longFirst: { title: 'First token in a long history', value: median(warm), unit: 'ms' },
      longFirstRaw: { title: 'First token in a long history, plain library', value: median(whole), unit: 'ms' },
      reopenReady: { title: 'Session opened again, until ready to act', value: median(ready), unit: 'ms' },
      reopenFirst: { title: 'Session opened again, until the first token', value: median(back), unit: 'ms' },
      rereading: { title: 'Session read again, plain library', value: median(read), unit: 'ms' },
      ...memory
    }
  }
}

// A state that lacks the last turn's few closing tokens is as good as whole.
const SLACK = 16

/** A history of about `wanted` tokens, less when a line more would be too much. */
async function fill(
  { engine }: Opened,
  wanted: number,
  { signal }: { signal: AbortSignal }
): Promise<{ messages: Message[]; tokens: number }> {
  const count = async (messages: Message[]) => {
    const texts = messages.map((message) => message.content)
    const counts = (await engine.countTokens(texts, { signal })) ?? []
    // What a template puts around a message: at most about this.
    return counts.reduce((sum, tokens) => sum + tokens + AROUND, 0)
  }
  const [few, more] = [await count(history(24, 1)), await count(history(48, 1))]
  let lines = Math.max(1, Math.floor(24 + ((wanted - few) * 24) / (more - few)))
  let messages = history(lines, 1)
  while (lines > 1 && (await count(messages)) > wanted) messages = history(--lines, 1)
  const tokens = await count(messages)
  if (tokens > wanted) {
    throw new OrreryError('context-full', `The context has no room for a history: ${wanted} tokens were to be filled.`)
  }
  return { messages, tokens: tokens - AROUND * messages.length }
}

const AROUND = 8

function step(messages: Message[], number: number): Request {
  return request([...messages, command(messages.length, 3000 + number)], { maxTokens: 8, owner: 'history' })
}
