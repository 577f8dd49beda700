// A session with a long history: a step in it, opening it again, and the memory it takes, beside reading everything again.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OrreryError } from '../../../src/core/errors.ts'
import type { Message } from '../../../src/core/tree/ports.ts'
import { type Bench, type Opened, withBoth, withEngine } from './bench.ts'
import { engineBytes, memoryOf } from './memory.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { history, unread } from './prompts.ts'
import { type Absolute, atLeast, type Bar, type Findings, ratio } from './report.ts'
import { beginTalk } from './talk.ts'

// Tokens of the context that are left free for the steps that are timed: a step takes some 70.
const SPARE = 1024
// A history this long shows what is promised of 8,000 tokens; of a shorter one that is not promised.
const LONG = 7000
// Each opens the model anew.
const MOST_REOPENED = 4

export async function longHistory(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  const states = join(bench.folder, 'states')
  const warm: number[] = []
  const whole: number[] = []
  const read: number[] = []
  let memory: Record<string, Absolute> = {}
  const { messages, tokens } = await withBoth(bench, { states }, async ({ ours, raw }) => {
    const loaded = await engineBytes(ours)
    // Twice: the first time the model file itself may still be on its way from the disk.
    await raw.answer(unread(8, 4000))
    const probe = await raw.answer(unread(8, 4001))
    const inTime = Math.round((probe.tokens.prompt * sizes.history.seconds * 1000) / probe.first)
    const wanted = Math.min(sizes.history.tokens, inTime, ours.contextSize - SPARE)
    const talk = beginTalk(ours.engine, { signal, owner: 'history', from: await fill(ours, wanted, { signal }) })
    say('reading it')
    const { prompt } = (await talk.go(3000)).answer.tokens
    for (const round of repeat(sizes.repeat)) {
      const { request, answer, fresh } = await talk.go(3001 + round)
      say(`read again by the plain library, round ${round + 1}`)
      const again = await raw.answer(request, { laid: answer.tokens.prompt - fresh })
      warm.push(answer.first)
      read.push(again.read)
      whole.push(again.read + again.first)
    }
    memory = await memoryOf(bench, ours, raw, { loaded })
    return { messages: talk.upTo(), tokens: prompt }
  })

  const ready: number[] = []
  const back: number[] = []
  const restored: number[] = []
  let session = messages
  for (const round of repeat({ ...sizes.repeat, most: MOST_REOPENED })) {
    say(`opening the session again, round ${round + 1}`)
    await withEngine(bench, { states }, async (ours) => {
      const talk = beginTalk(ours.engine, { signal, owner: 'history', from: session })
      let at = Number.NaN
      const { answer } = await talk.go(3100 + round, {
        onEvent(event, ms) {
          if (event.type !== 'progress' || event.phase !== 'read') return
          if (Number.isNaN(at) && event.done >= tokens) at = ms
        }
      })
      // An engine that tells nothing of its reading was ready when its first token came, at the latest.
      ready.push(Number.isNaN(at) ? answer.first : at)
      back.push(answer.first)
      restored.push(answer.tokens.cached)
      session = talk.upTo()
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
        note: `${note}, ${median(restored)} tokens restored; the model itself is loaded before`
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

/** A history of about `wanted` tokens, less when a line more would be too much. */
async function fill({ engine }: Opened, wanted: number, { signal }: { signal: AbortSignal }): Promise<Message[]> {
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
  return messages
}

const AROUND = 8
