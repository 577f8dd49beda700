// Vectors that are kept: each text is asked for once, whatever happens between two commands.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { type Embed, keeping } from '../../src/host/control/embeddings/index.ts'
import { createHost } from '../../src/host/host.ts'
import { UNTIL_DONE } from '../patience.ts'
import { orrery, ownHome } from './command-line.ts'
import { folder } from './folder.ts'
import { headerOf, UNFIT } from './kinds.ts'

const signal = UNTIL_DONE

/** Gives each text its length and its first letter, and remembers what it was asked. */
function scripted() {
  const asked: string[][] = []
  const embed: Embed = async (texts) => {
    asked.push(texts)
    return texts.map((one) => [one.length / 3, one.codePointAt(0) ?? 0])
  }
  return { asked, embed }
}

test('a text is asked for once, also by the next command, and the vector is the same', async () => {
  const path = join(await folder(), 'embeddings', 'one.jsonl')
  const { asked, embed } = scripted()
  const first = await keeping(embed, path)(['a', 'bb', 'a'], { signal })
  expect(first[0]).toEqual(first[2])
  appendFileSync(path, '{"text": "torn')
  const next = keeping(embed, path)
  expect(await next(['bb', 'a'], { signal })).toEqual([first[1], first[0]])
  expect(asked).toEqual([['a', 'bb']])
  await next(['ccc'], { signal })
  expect(asked).toEqual([['a', 'bb'], ['ccc']])
})

test('many are asked for in parts, and those that came are kept when a later one fails', async () => {
  const path = join(await folder(), 'one.jsonl')
  const texts = Array.from({ length: 70 }, (_, at) => `text ${at}`)
  const { asked, embed } = scripted()
  const dying: Embed = async (some, options) => {
    if (asked.length === 2) throw new OrreryError('engine-failed', 'It is gone.')
    return embed(some, options)
  }
  await expect(keeping(dying, path)(texts, { signal })).rejects.toThrow('It is gone.')
  asked.length = 0
  expect(await keeping(embed, path)(texts, { signal })).toHaveLength(70)
  expect(asked.map(({ length }) => length)).toEqual([6])
})

test('a text without a vector is an error that names how many came, and is asked for again', async () => {
  const path = join(await folder(), 'one.jsonl')
  const short: Embed = async (texts) => texts.slice(1).map(() => [1])
  await expect(keeping(short, path)(['a', 'bb'], { signal })).rejects.toThrow('1 of 2 texts')
  const { asked, embed } = scripted()
  expect(await keeping(embed, path)(['a', 'bb'], { signal })).toHaveLength(2)
  expect(asked).toEqual([['a', 'bb']])
})

test('no more is kept than there is room for: the rest is asked for each time', async () => {
  const path = join(await folder(), 'one.jsonl')
  const { asked, embed } = scripted()
  // Two numbers of four bytes each.
  const kept = keeping(embed, path, { most: 16 })
  const all = await kept(['a', 'bb', 'ccc'], { signal })
  expect(all.map((vector) => vector.length)).toEqual([2, 2, 2])
  expect(await kept(['ccc', 'a'], { signal })).toEqual([all[2], all[0]])
  expect(await keeping(embed, path, { most: 16 })(['bb', 'a'], { signal })).toEqual([all[1], all[0]])
  expect(asked).toEqual([['a', 'bb', 'ccc'], ['ccc']])
})

/** A server that embeds: the number of letters, and of digits. `dies`: it answers so many requests. */
async function server({ dies = Number.POSITIVE_INFINITY } = {}) {
  const asked: string[] = []
  const made = createServer(async (message, response) => {
    const { input } = message.method === 'POST' ? JSON.parse(await text(message)) : { input: [] }
    if (asked.length >= dies) return response.writeHead(500).end('{"error": "out of memory"}')
    asked.push(...input)
    response.setHeader('content-type', 'application/json')
    const data = input.map((one: string, index: number) => ({
      index,
      embedding: [one.match(/[a-z]/g)?.length ?? 0, one.match(/\d/g)?.length ?? 0]
    }))
    response.end(JSON.stringify({ data }))
  })
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void made.close())
  // A server that listens on a port has an address of this kind.
  return { asked, named: `http://127.0.0.1:${(made.address() as AddressInfo).port}/v1#small` }
}

const sample = (name: string) => join(import.meta.dirname, `../../resources/samples/${name}.jsonl`)

test('a comparison has the distance and its rewards, tells what they took apart, and asks nothing twice', async () => {
  const home = ownHome()
  onTestFinished(() => home.remove())
  const { asked, named } = await server()
  const argv = ['compare', sample('first-steps'), '--with', 'repeat', '--pass', 'true', '--turns', '4']
  const plain = JSON.parse((await orrery([...argv, '--json'])).out)
  const { code, out, err } = await orrery([...argv, '--embeddings', named, '--json'])
  expect(code, err).toBe(0)
  const [report] = JSON.parse(out).reports
  expect(report.embeddings).toBe('small')
  expect(report.times.embedding).toBeGreaterThan(0)
  for (const [at, turn] of report.turns.entries()) {
    const { embedding, gap, gapData, ...others } = turn.scores
    expect(others).toEqual(plain.reports[0].turns[at].scores)
    expect(embedding).toBeGreaterThanOrEqual(0)
    expect(gap).toBe(1 - embedding < 0.2 - 1e-9 ? 1 : 0)
    expect(gapData).toBe(1 - embedding < 0.1 - 1e-9 ? 1 : 0)
  }
  const before = asked.length
  expect(new Set(asked).size).toBe(before)
  const again = JSON.parse((await orrery([...argv, '--embeddings', named, '--json'])).out)
  expect(asked).toHaveLength(before)
  expect(again.reports[0].turns).toEqual(report.turns)
  expect((await orrery([...argv, '--embeddings', named])).err).toMatch(/s of embedding by small/)
})

test('a server that fails is a missing value, then a halt; what it has said stays', async () => {
  const home = ownHome()
  onTestFinished(() => home.remove())
  const { named, asked } = await server({ dies: 2 })
  const argv = ['compare', sample('web-chores'), '--with', 'repeat', '--pass', 'true', '--embeddings', named]
  const { code, err } = await orrery(argv)
  expect(err).toContain('No embeddings after 5 tries, the last: ')
  expect(err).toContain('the same command goes on')
  expect(code).toBe(1)
  expect(asked).toHaveLength(2)
})

test('an embedding model of this machine is no world’s model, and may embed', async () => {
  const home = await folder()
  const host = await createHost({ home, resources: join(import.meta.dirname, '../../resources'), tempo: 0 })
  onTestFinished(() => host.dispose())
  const [, , header] = UNFIT[0] ?? []
  if (!header) throw new Error('There is no such kind.')
  const path = join(home, 'bert.gguf')
  writeFileSync(path, headerOf(header))
  await expect(host.calls['models.use']({ model: path })).rejects.toThrow('cannot write any')
  // It is a header without weights: llama.cpp itself refuses it, and not the rule for worlds.
  const asked = host.streams['models.embed']({ model: path, texts: ['a'] }, { signal })
  await expect(Promise.resolve(asked[Symbol.asyncIterator]().next())).rejects.toThrow('gives no embeddings')
  expect(existsSync(join(home, 'embeddings'))).toBe(false)
  const catalogue = await host.calls['models.list']({})
  expect(catalogue.find(({ id }) => id === 'qwen3-embedding-0.6b')).toMatchObject({ unfit: expect.any(String) })
})

test('what is no embedder is refused before anything is measured', async () => {
  const home = ownHome()
  onTestFinished(() => home.remove())
  const argv = ['compare', sample('web-chores'), '--with', 'repeat', '--embeddings']
  expect(await orrery([...argv, 'http://127.0.0.1:9/v1'])).toMatchObject({ code: 2 })
  const unknown = await orrery([...argv, 'nothing.gguf'])
  expect(unknown.err).toContain('There is no model file at')
  expect(unknown.code).toBe(1)
})
