// The tests of the tests' own supplies: nothing unknown is run, and what does not work here is told of in words.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folder } from '../host/folder.ts'
import { NotHere, wheelOf } from './bring.ts'
import { whyNotRunning } from './llama-server-trial.ts'

async function program(name: string, script: string): Promise<string> {
  const at = await folder()
  const path = join(at, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

/** Has `pip download` do what `script` says; `$8` is the folder it is to fill. */
async function pip(script: string): Promise<void> {
  const { PATH } = process.env
  process.env.PATH = `${join(await program('python3', script), '..')}:${PATH}`
  onTestFinished(() => {
    process.env.PATH = PATH
  })
}

test('a llama-server that is built for another processor is named as that', async () => {
  expect(await whyNotRunning(await program('llama-server', 'kill -ILL $$'))).toBe(
    'died of SIGILL, so it is built for another processor'
  )
})

test('a llama-server that does not start says why', async () => {
  expect(await whyNotRunning(await program('llama-server', 'echo libfoo.so is missing >&2; exit 127'))).toBe(
    'ended with code 127 (libfoo.so is missing)'
  )
  expect(await whyNotRunning('/no/such/llama-server')).toMatch(/^cannot be started \(spawn .*ENOENT\)$/)
})

test('a download with other bytes than were looked at is not used', async () => {
  await pip('echo other > "$8/thing.whl"')
  expect(() => wheelOf({ spec: 'thing==1', sha256: '0'.repeat(64) })).toThrow(
    /^thing.whl has the SHA-256 [0-9a-f]{64} and not 0{64}, so it is not used.$/
  )
})

test('without pip there is nothing to run, and that is no failure', async () => {
  await pip('exit 1')
  expect(() => wheelOf({ spec: 'thing==1', sha256: '' })).toThrow(NotHere)
})
