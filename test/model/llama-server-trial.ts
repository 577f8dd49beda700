// Whether a llama-server works on this machine, found out without Orrery: it is started with a tiny model and asked for two words.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment } from '../../src/host/engines/llama-server/program.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'

// Only a program that hangs needs this long.
const LIMIT_MS = 300_000

/** `null` when the program answered; else what became of it, to follow its name: `died of SIGILL, ...`. */
export async function whyNotRunning(program: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-trial-'))
  const model = join(folder, 'tiny.gguf')
  writeTinyModel(model, { scripts: [{ pieces: ['§', 'Hello ', 'world'], after: 'end' }] })
  const port = await freePort()
  const args = ['--model', model, '--host', '127.0.0.1', '--port', String(port), '--ctx-size', '512']
  const child = spawn(program, args, { env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4000)
  })
  let end: string | null = null
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      end = `cannot be started (${error.message})`
      resolve()
    })
    child.on('close', (code, signal) => {
      const last = said.trim().split('\n').at(-1) ?? ''
      end ??= signal === null ? `ended with code ${code} (${last})` : `died of ${signal}${WORDS[signal] ?? ''}`
      resolve()
    })
  })
  try {
    for (const until = performance.now() + LIMIT_MS; end === null && performance.now() < until; ) {
      if (await answers(`http://127.0.0.1:${port}`)) return null
      await Promise.race([ended, sleep(100)])
    }
    return end ?? `did not answer in ${LIMIT_MS / 60_000} minutes`
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const WORDS: Record<string, string> = { SIGILL: ', so it is built for another processor' }

async function answers(url: string): Promise<boolean> {
  try {
    if (!(await fetch(`${url}/health`)).ok) return false
    const body = JSON.stringify({ prompt: '§', n_predict: 4, temperature: 0 })
    // Whatever it says to this, it computed or refused: only a dead server says nothing.
    await (await fetch(`${url}/completion`, { method: 'POST', body })).text()
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('A server on a port was expected.')
  return address.port
}
