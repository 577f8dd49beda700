// A llama-server that is none: it speaks the same HTTP and answers at once.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { QUICK } from '../../bench/engine/bench.ts'
import { llamaServer } from '../../bench/engine/servers.ts'
import { writeTalkative } from '../../fixtures/talkative.ts'

const SERVER = `#!${process.execPath}
const { createServer } = require('node:http')
const { appendFileSync } = require('node:fs')
const log = (entry) => appendFileSync(__dirname + '/log', JSON.stringify(entry) + '\\n')
const { argv } = process
log({ pid: process.pid, model: argv[argv.indexOf('-m') + 1] })
createServer((request, response) => {
  if (request.url === '/health') return response.end('{"status":"ok"}')
  let body = ''
  request.on('data', (data) => (body += data))
  request.on('end', async () => {
    const { messages, max_tokens } = JSON.parse(body)
    log({ messages: messages.length })
    response.setHeader('content-type', 'text/event-stream')
    const send = (value) => response.write('data: ' + JSON.stringify(value) + '\\n\\n')
    for (let n = 0; n < max_tokens; n++) {
      send({ choices: [{ delta: { content: 'word ' } }] })
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    send({ choices: [{ delta: {}, finish_reason: 'length' }], usage: { prompt_tokens: 100, completion_tokens: max_tokens } })
    response.end('data: [DONE]\\n\\n')
  })
}).listen(Number(argv[argv.indexOf('--port') + 1]), '127.0.0.1')
`

test('a llama-server is started, asked the same conversation, and stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-bench-server-'))
  const before = process.env.ORRERY_LLAMA_SERVER
  onTestFinished(async () => {
    if (before === undefined) delete process.env.ORRERY_LLAMA_SERVER
    else process.env.ORRERY_LLAMA_SERVER = before
    await rm(folder, { recursive: true })
  })
  const path = join(folder, 'tiny.gguf')
  writeTalkative(path)
  process.env.ORRERY_LLAMA_SERVER = join(folder, 'llama-server')
  await writeFile(process.env.ORRERY_LLAMA_SERVER, SERVER)
  await chmod(process.env.ORRERY_LLAMA_SERVER, 0o755)

  const { ratios, absolutes } = await llamaServer({
    model: { path, name: 'tiny', hash: null, template: 'small' },
    sizes: { ...QUICK, repeat: { least: 2, most: 2, seconds: 1 } },
    signal: new AbortController().signal,
    folder,
    say: () => {}
  })

  expect([...Object.keys(ratios), ...Object.keys(absolutes)]).toEqual([
    'llama-serverFirst',
    'llama-serverRate',
    'llama-serverFirstMs',
    'llama-serverAnswerRate'
  ])
  expect(Object.values(ratios).filter(({ seen }) => !(seen > 0 && Number.isFinite(seen)))).toEqual([])
  const log = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n')
  const [start, ...asked] = log.map((line) => JSON.parse(line))
  expect(start).toEqual({ pid: expect.any(Number), model: path })
  // A warm-up; then in each round an answer to time, and a conversation of ten turns: system and user, and two more each turn.
  const round = [3, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
  expect(asked.map(({ messages }) => messages)).toEqual([3, ...round, ...round])
  expect(() => process.kill(start.pid, 0)).toThrow('ESRCH')
})
