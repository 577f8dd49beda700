// `orrery reward`: the door of trainers over HTTP, a file of rows, and a scripted server that embeds.
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { RewardSettings } from '../../src/core/control/reward-rows.ts'
import type { Embed } from '../../src/host/control/embeddings/index.ts'
import { rewarded } from '../../src/host/control/rewards.ts'
import { serveRewards } from '../../src/host/doors/rewards.ts'
import { orrery, ownHome } from './command-line.ts'
import { serving } from './judge-server.ts'

interface Given {
  settings?: Partial<RewardSettings>
  embed?: Embed
  body?: number
}

async function door({ settings = {}, embed, body }: Given = {}) {
  const served = await serveRewards({
    ...{ settings: RewardSettings.parse(settings), embed: embed ?? null, token: 'a-token-of-16-or-more' },
    ...(body !== undefined && { limits: { body } })
  })
  onTestFinished(() => served.close())
  const { port } = new URL(served.url)
  interface Asked {
    path?: string
    method?: string
    headers?: Record<string, string>
  }
  const ask = (given: unknown, { path = '/rewards', method = 'POST', headers = {} }: Asked = {}) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const usual = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' }
      const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...usual, ...headers } }, (response) => {
        text(response).then((said) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(said) }), reject)
      })
      sent.on('error', reject).end(typeof given === 'string' ? given : JSON.stringify(given))
    })
  return { ask, served }
}

const refused = (code: string, message: RegExp) => ({ error: { code, message: expect.stringMatching(message) } })

describe('POST /rewards', () => {
  test('56.5 rewards every row in its place, and a bad row costs no other', async () => {
    const { ask } = await door({ settings: { distance: 'exact' } })
    const rows = [
      { id: 'a', state: '$', action: 'ls', prediction: 'x', truth: 'x', extra: { of: 'a trainer' } },
      { id: 'b', prediction: 'y', truth: 'x' },
      { id: 'c', truth: 'x' },
      ...['nonsense', null, 7, []],
      { prediction: '{"n": 1}', truth: '{"n": 2}', kind: 'tool' }
    ]
    expect(await ask({ rows })).toEqual({
      status: 200,
      body: {
        rewards: [1, 0, null, null, null, null, null, 1],
        rows: [
          { id: 'a', reward: 1, distance: 0, threshold: 0.2 },
          { id: 'b', reward: 0, distance: 1, threshold: 0.2 },
          { id: 'c', reward: null, error: expect.stringMatching(/^No row: .*prediction/) },
          ...Array.from({ length: 4 }, () => ({ reward: null, error: expect.stringMatching(/^No row: /) })),
          { reward: 1 }
        ]
      }
    })
    expect((await ask({ rows: [] })).body).toEqual({ rewards: [], rows: [] })
  })

  test('lets nobody in without the token, under another name, or from a page', async () => {
    const { ask } = await door()
    for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Basic a-token-of-16-or-more'])
      expect(await ask({ rows: [] }, { headers: { authorization } })).toEqual({
        ...{ status: 403, body: refused('wrong-token', /Bearer TOKEN/) }
      })
    for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }])
      expect(await ask({ rows: [] }, { headers })).toEqual({ status: 403, body: refused('forbidden', /127\.0\.0\.1/) })
  })

  test('says what is wrong with a whole request', async () => {
    const { ask } = await door({ body: 1024 })
    const bad = async (...asked: Parameters<typeof ask>) => {
      const { status, body } = await ask(...asked)
      return [status, body]
    }
    expect(await bad('{"rows": [', {})).toEqual([400, refused('invalid-input', /not JSON/)])
    expect(await bad({ rows: 'all' })).toEqual([400, refused('invalid-input', /\{"rows": \[\.\.\.\]\}/)])
    expect(await bad([])).toEqual([400, refused('invalid-input', /\{"rows"/)])
    expect(await bad({ rows: [] }, { headers: { 'content-type': 'text/plain' } })).toEqual([
      ...[400, refused('invalid-input', /application\/json/)]
    ])
    expect(await bad({ rows: [], padding: 'x'.repeat(2000) })).toEqual([400, refused('invalid-input', /larger/)])
    expect(await bad('['.repeat(900))).toEqual([400, refused('invalid-input', /not JSON/)])
    expect(await bad({ rows: [] }, { path: '/api' })).toEqual([404, refused('not-found', /POST \/rewards/)])
    expect(await bad('', { method: 'GET' })).toEqual([400, refused('invalid-input', /needs POST/)])
    expect((await ask({ rows: [] })).status).toBe(200)
  })

  test('takes no more than 10,000 rows at once', async () => {
    const { ask } = await door()
    const { status } = await ask({ rows: Array.from({ length: 10_001 }, () => 0) })
    expect(status).toBe(400)
  })
})

describe('distances between embeddings', () => {
  // The angle between two of these is that of their letters.
  const angle = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const vectors: Record<string, number[]> = { truth: angle(0), near: angle(36), far: angle(38) }

  test('are asked once for each text, and not for one that is empty', async () => {
    const asked: string[][] = []
    const { ask } = await door({
      settings: { distance: 'embedding' },
      async embed(texts) {
        asked.push(texts)
        return texts.map((one) => vectors[one] ?? [])
      }
    })
    const row = (prediction: string, truth = 'truth') => ({ prediction, truth })
    const { body } = await ask({ rows: [row('near'), row('far'), row('near'), row(''), row('', ''), row('truth')] })
    // 1 - cos 36° is 0.191, 1 - cos 38° is 0.212.
    expect(body).toMatchObject({ rewards: [1, 0, 1, 0, 1, 1] })
    expect(asked).toEqual([['near', 'truth', 'far']])
  })

  test('are asked for no further once nobody waits for them', async () => {
    const stop = new AbortController()
    let asked = 0
    async function embed(texts: string[]) {
      asked++
      stop.abort()
      return texts.map(() => [1])
    }
    const rows = Array.from({ length: 100 }, (_, at) => ({ prediction: `p${at}`, truth: `t${at}` }))
    const settings = RewardSettings.parse({ distance: 'embedding' })
    await expect(rewarded(rows, settings, { embed, signal: stop.signal })).rejects.toThrow()
    expect(asked).toBe(1)
  })

  test('are missing where the server fails or gives vectors that cannot be compared; other rows are not', async () => {
    let calls = 0
    const { ask } = await door({
      settings: { distance: 'embedding' },
      async embed(texts) {
        if (calls++) throw new Error('gone')
        return texts.map((_, at) => (at ? [1, 2] : [1]))
      }
    })
    const rows = [
      { prediction: 'a', truth: 'b' },
      { prediction: 'a', truth: 'b', distance: 0.1 }
    ]
    expect((await ask({ rows })).body).toMatchObject({
      ...{ rewards: [null, 1], rows: [{ error: expect.stringContaining('lengths differ') }, {}] }
    })
    expect((await ask({ rows })).body).toMatchObject({ rewards: [null, 1], rows: [{ error: expect.any(String) }, {}] })
  })
})

describe('the command', () => {
  let home: ReturnType<typeof ownHome>
  beforeEach(() => {
    home = ownHome()
  })
  afterEach(() => home.remove())
  const file = (...rows: unknown[]) => {
    const path = join(home.folder, 'rows.jsonl')
    writeFileSync(path, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'))
    return path
  }

  test('scores a file, line by line, with what is wrong in a line told there', async () => {
    const path = file({ prediction: 'a', truth: 'a' }, '', '{"half', { truth: 'a' }, { prediction: 'b', truth: 'a' })
    const { code, out, err } = await orrery(['reward', 'score', path])
    expect(code).toBe(0)
    expect(
      out
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one))
    ).toEqual([
      { line: 1, reward: 1, distance: 0, threshold: 0.2 },
      { line: 3, reward: null, error: expect.stringContaining('not JSON') },
      { line: 4, reward: null, error: expect.stringContaining('prediction') },
      { line: 5, reward: 0, distance: 1, threshold: 0.2 }
    ])
    expect(err).toBe('Mean reward of 2 rows: 0.500. 2 have none.\n')
  })

  test('mixes judge and rule where it is asked to', async () => {
    const judge =
      '<final_evaluation>{"scores": {"format": 5, "factuality": 4, "consistency": 3, "realism": 2, "quality": 1}}'
    const path = file({ prediction: 'a', judge, rule: false }, { prediction: 'a', judge: 'Fine.' })
    const { out } = await orrery(['reward', 'score', path, '--reward', 'hybrid', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      mean: 6.75,
      rows: [{ reward: 13.5 }, { reward: 0, why: expect.any(String) }]
    })
  })

  test('asks the named server alone for embeddings, and says so', async () => {
    const asked: unknown[] = []
    const server = createServer(async (message, response) => {
      const body = await text(message)
      if (message.method !== 'POST') return response.end('{}')
      const { input, model } = JSON.parse(body)
      asked.push({ url: message.url, model, input })
      response.setHeader('content-type', 'application/json')
      // Out of order, as servers may.
      const data = input.map((one: string, index: number) => ({ index, embedding: one === 'a' ? [1, 0] : [1, 0.1] }))
      response.end(JSON.stringify({ data: data.reverse() }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // A server that listens on a port has an address of this kind.
    const path = file({ prediction: 'a', truth: 'b' })
    const { out, err } = await orrery(['reward', 'score', path, '--embeddings', `http://127.0.0.1:${port}/v1#small`])
    expect(JSON.parse(out)).toEqual({ line: 1, reward: 1, distance: expect.closeTo(0.00496, 4), threshold: 0.2 })
    expect(err).toContain(`are sent to 127.0.0.1:${port}, to be embedded by small`)
    expect(asked).toEqual([{ url: '/v1/embeddings', model: 'small', input: ['a', 'b'] }])
  })

  test('refuses what does not go together, and a file without a row', async () => {
    const path = file({ truth: 'a' })
    const said = async (...more: string[]) => {
      const { code, err } = await orrery(['reward', 'score', path, ...more])
      return [code, err]
    }
    expect(await said()).toEqual([1, expect.stringContaining('has a reward')])
    expect(await said('--embeddings', 'http://127.0.0.1:1/v1')).toEqual([2, expect.stringContaining('URL#MODEL')])
    expect(await said('--embeddings', 'http://127.0.0.1:1/v1#m')).toEqual([1, expect.stringContaining('127.0.0.1:1')])
    expect(await said('--reward', 'hybrid', '--distance', 'words')).toEqual([2, expect.stringContaining('gap')])
    expect(await said('--distance', 'words', '--embeddings', 'http://127.0.0.1:1/v1#m')).toEqual([
      ...[2, expect.stringContaining('words')]
    ])
  })

  test('serves until it is stopped, with a token that is drawn', async () => {
    const { main } = await import('../../src/host/commands/cli.ts')
    const stop = new AbortController()
    let said = ''
    const served = Promise.withResolvers<{ url: string; token: string }>()
    const io = {
      stdin: (async function* () {})(),
      stdout: {
        write(part: string | Uint8Array) {
          said += Buffer.from(part).toString()
          served.resolve(JSON.parse(said))
        }
      },
      stderr: { write() {} }
    }
    const code = main(['reward', 'serve', '--json'], io, { signal: stop.signal })
    const { url, token } = await served.promise
    expect(token.length).toBeGreaterThan(30)
    const answer = await fetch(url, {
      ...{ method: 'POST', body: JSON.stringify({ rows: [{ prediction: 'a', truth: 'a' }] }) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    })
    expect(await answer.json()).toMatchObject({ rewards: [1] })
    stop.abort()
    expect(await code).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
  })
})

test('the Python of the docs passes on what verl, TRL and verifiers give it', async (context) => {
  const python = spawnSync('python3', ['--version']).status === 0
  if (!python) context.skip('There is no python3 to run the functions of docs/rewards.md with.')
  const { served } = await door({ settings: { distance: 'exact' } })
  const [, functions = ''] = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/rewards.md', 'utf8')) ?? []
  const calls = `
rule, tool = {"answer": "state", "measure": "distance", "below": 0.2}, {"answer": "tool", "measure": "rouge-l", "step": 0.2}
said = [{"role": "assistant", "content": "<think>so</think><next_state> a </next_state>"}]
print(json.dumps([
  compute_score("orrery", "a", "a", {"reward": rule}), compute_score("orrery", "b", "a", {"reward": rule}),
  next_state(prompts=["p", "p"], completions=["a", said], ground_truth=["x a", "a"], reward=[tool, rule], completion_ids=[]),
  near(prompt=[], completion=said, answer="a", info={"reward": rule}, state={})]))`
  const env = { PATH: process.env.PATH, ORRERY_REWARDS: served.url, ORRERY_TOKEN: served.token }
  const { stdout } = await promisify(execFile)('python3', ['-c', functions + calls], { env })
  expect(JSON.parse(stdout)).toEqual([1, 0, [0.6, 1], 1])
})

describe('judge and rule, asked for here', () => {
  let home: ReturnType<typeof ownHome>
  beforeEach(() => {
    home = ownHome()
  })
  afterEach(() => home.remove())

  /** A server whose model says this of each prediction; `null`: the connection breaks. */
  async function judging(say: (prediction: string, nth: number) => string | null) {
    const asked: string[] = []
    const { named } = await serving(({ user }) => {
      const prediction = /<prediction>\n([\s\S]*?)\n<\/prediction>/.exec(user)?.[1] ?? ''
      asked.push(prediction)
      return say(prediction, asked.length)
    })
    return { asked, argv: ['--reward', 'hybrid', ...named] }
  }

  const marks = (mark: number) =>
    `<final_evaluation>{"scores": {"format": ${mark}, "factuality": ${mark}, "consistency": ${mark}, "realism": ${mark}, "quality": ${mark}}}</final_evaluation>`
  const keys = (line: string) => JSON.stringify([{ keystrokes: `${line}\n`, duration: 1 }])
  const HISTORY = [{ action: keys('echo harbour-412 > note.txt'), observation: '$ echo harbour-412 > note.txt\n$ ' }]
  const TRUTH = '$ cat note.txt\nharbour-412\n$ '
  const row = (prediction: string, more: object = {}) => ({
    ...{ domain: 'terminal', history: HISTORY, action: keys('cat note.txt'), truth: TRUTH, prediction },
    ...more
  })
  const FOREIGN = row('x', { action: keys('ls'), truth: '$ ls\nlantern.md\n$ ', judge: null })
  const file = (...rows: unknown[]) => {
    const path = join(home.folder, 'rows.jsonl')
    writeFileSync(path, rows.map((one) => JSON.stringify(one)).join('\n'))
    return path
  }
  const WRONG = '$ cat note.txt\nlantern\n$ '

  test('56.5 the judge is asked about rows that have no judgement, rules are made of their history, and both are mixed 9 to 1', async () => {
    const { asked, argv } = await judging((prediction) => (prediction === TRUTH ? marks(5) : marks(3)))
    const path = file(row(TRUTH), row(WRONG), row(WRONG, { rule: true }), row(TRUTH, { rule: null }), FOREIGN)
    const { out, err, code } = await orrery(['reward', 'score', path, ...argv, '--json'])
    expect(code).toBe(0)
    // The host alone: what else an address holds may be secret.
    expect(err).toMatch(/Rows are judged by critic at 127\.0\.0\.1:\d+\./)
    expect(JSON.parse(out).rows).toMatchObject([
      { reward: 25, rubric: 25, rule: 25 },
      { reward: 13.5, rubric: 15, rule: 0 },
      { reward: 16, rubric: 15, rule: 25 },
      { reward: 25, rubric: 25 },
      { reward: 0, rubric: 0 }
    ])
    expect(asked).toHaveLength(4)
    await orrery(['reward', 'score', path, ...argv, '--json'])
    expect(asked).toHaveLength(4)
  })

  test('rules are made no further once nobody waits for them', async () => {
    const stop = new AbortController()
    const row = { prediction: 'a', truth: 'b', action: 'look', domain: 'textenv' }
    const rows = Array.from({ length: 200 }, () => row)
    setImmediate(() => stop.abort())
    const settings = RewardSettings.parse({ reward: 'hybrid' })
    await expect(rewarded(rows, settings, { embed: null, signal: stop.signal })).rejects.toThrow()
  })

  test('an invalid answer is worth 0; a judge that dies is missing, and the command resumes where it was', async () => {
    let alive = false
    const { argv } = await judging((prediction) => (prediction === WRONG ? 'Fine.' : alive ? marks(5) : null))
    const rows = [row(WRONG), ...Array.from({ length: 6 }, (_, at) => row(`${TRUTH}${at}`)), FOREIGN]
    const argument = ['reward', 'score', file(...rows), ...argv, '--json']
    const died = await orrery(argument)
    expect(died.code).toBe(1)
    // The invalid answer may come before the others fail.
    expect(died.err).toMatch(/^[67] rows have no reward because the judge failed\./m)
    expect(JSON.parse(died.out).rows.slice(1, 7)).toMatchObject(
      Array.from({ length: 6 }, () => ({ reward: null, retry: true }))
    )
    alive = true
    const again = await orrery(argument)
    expect(again.code).toBe(0)
    expect(JSON.parse(again.out).rows).toMatchObject([
      { reward: 0, rubric: 0, why: expect.stringContaining('not valid') },
      ...Array.from({ length: 6 }, () => ({ reward: 25 })),
      { reward: 0 }
    ])
  })

  test('over HTTP a judge that is gone costs the rows that need it, and a row that tells too little says so', async () => {
    const served = await serveRewards({
      ...{ settings: RewardSettings.parse({ reward: 'hybrid' }), embed: null, token: 'a-token-of-16-or-more' },
      async judge(items) {
        if (items.some(({ prediction }) => prediction === 'dead')) throw new Error('gone')
        return items.map(({ id, by, session, domain }) => ({
          ...{ id, by, session, domain, asked: 1, read: 1, score: 100, chosen: 0, first: 0 },
          scores: { format: 4, factuality: 4, consistency: 4, realism: 4, quality: 4 }
        }))
      }
    })
    onTestFinished(() => served.close())
    const ask = async (...rows: unknown[]) => {
      const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' }
      const answer = await fetch(served.url, { method: 'POST', headers, body: JSON.stringify({ rows }) })
      return (await answer.json()).rows
    }
    expect(await ask(row('dead', { rule: null }), row('x', { judge: marks(3), rule: null }))).toMatchObject([
      { reward: null, retry: true, error: expect.stringContaining('gone') },
      { reward: 15 }
    ])
    expect(await ask(row('x', { rule: null }), { prediction: 'x' }, row(''))).toMatchObject([
      { reward: 20 },
      { reward: null, error: expect.stringContaining('"domain"') },
      { reward: 0, why: 'Nothing is predicted.' }
    ])
  })
})
