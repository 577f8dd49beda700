import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { openSettings } from '../../src/host/data/settings.ts'
import { folder } from './folder.ts'

const REST = { models: [], configured: {}, idleMinutes: 30, episodeDays: 30 }

it('a choice is there when the file is opened again, by this process or another', async () => {
  const home = await folder()
  const active = { baseUrl: 'http://127.0.0.1:8080/v1', model: 'm', apiKey: 'secret' }
  const other = openSettings(home)
  openSettings(home).update((before) => ({ ...before, active }))
  expect(other.read()).toEqual({ ...REST, active })
  expect(readdirSync(home)).toEqual(['settings.json'])
})

it('a file that may hold a key is for its owner only', async () => {
  const home = await folder()
  openSettings(home).update((before) => before)
  if (process.platform !== 'win32') expect(statSync(join(home, 'settings.json')).mode & 0o777).toBe(0o600)
})

it('a file that cannot be written is told of by its path, with what to do', async () => {
  const home = await folder()
  const path = join(home, 'settings.json')
  mkdirSync(`${path}.${process.pid}.new`)
  expect(() => openSettings(home).update((before) => before)).toThrow(
    new OrreryError(
      'forbidden',
      `Orrery cannot write "${path}" (EISDIR). It must be a writable file in a writable folder: change the permissions, or set ORRERY_HOME to another folder.`
    )
  )
})

it('what a newer version wrote survives a change by this one', async () => {
  const home = await folder()
  const path = join(home, 'settings.json')
  writeFileSync(path, JSON.stringify({ active: null, models: [], theme: 'dusk' }))
  openSettings(home).update((before) => ({ ...before, active: { model: 'm' } }))
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    ...REST,
    active: { model: 'm' },
    theme: 'dusk'
  })
})

it('what a newer version decided for a model survives a change by this one', async () => {
  const home = await folder()
  const path = join(home, 'settings.json')
  const load = { contextSize: 4096, gpuLayers: null, kvType: null, sequences: null, cpuExperts: null, mirostat: true }
  const configured = { m: { runtime: 'llama', load, sampling: null, colour: 'blue' } }
  writeFileSync(path, JSON.stringify({ configured }))
  openSettings(home).update((before) => ({ ...before, active: { model: 'm' } }))
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...REST, configured, active: { model: 'm' } })
})

it('a model set to an engine of a newer version keeps it, and the rest of the file holds', async () => {
  const home = await folder()
  writeFileSync(
    join(home, 'settings.json'),
    JSON.stringify({ configured: { m: { runtime: 'abacus' } }, models: ['/m'] })
  )
  const settings = openSettings(home)
  expect(settings.read()).toMatchObject({ configured: { m: { runtime: 'abacus' } }, models: ['/m'] })
  expect(settings.notice()).toBe(null)
})

it('a file of the first version opens, with half an hour until a model leaves memory', async () => {
  const home = await folder()
  writeFileSync(join(home, 'settings.json'), '{"active": {"model": "smollm2-135m"}, "models": ["/m/own.gguf"]}')
  const settings = openSettings(home)
  expect(settings.read()).toEqual({ ...REST, active: { model: 'smollm2-135m' }, models: ['/m/own.gguf'] })
  expect(settings.notice()).toBe(null)
})

it.each(['{ not json', '{"active": {"model": 7}}'])(
  'a malformed file is set aside whole and told of: %s',
  async (text) => {
    const home = await folder()
    const path = join(home, 'settings.json')
    writeFileSync(`${path}.broken`, 'an earlier one')
    writeFileSync(path, text)
    const settings = openSettings(home)
    expect(settings.notice()).toBe(null)
    settings.update((before) => ({ ...before, active: { model: 'm' } }))
    expect(settings.notice()).toContain(`renamed to ${path}.broken-2`)
    expect(readFileSync(`${path}.broken-2`, 'utf8')).toBe(text)
    expect(readFileSync(`${path}.broken`, 'utf8')).toBe('an earlier one')
    expect(settings.read()).toEqual({ ...REST, active: { model: 'm' } })
  }
)
