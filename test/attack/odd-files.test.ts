// Pipes, folders, sockets, devices, links and huge files where Orrery looks for files of its own.
import { expect, test } from 'vitest'
import type { Outcome } from './odd-files.child.ts'
import { watched } from './watched.ts'

// Windows has none of these as files.
test.skipIf(process.platform === 'win32')(
  '6.33 what is no file is named, or passed over; nothing waits for it',
  async () => {
    const outcomes = await watched<Outcome>('odd-files.child.ts')
    expect(outcomes.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`))).toEqual([])
    const of = (place: string) => outcomes.filter(({ name }) => name.endsWith(` as ${place}`))
    for (const { name, came, words } of of('orrery.db')) {
      const [kind] = name.split(' as ')
      expect(came, name).toBe(kind?.startsWith('file') ? 'told' : 'refused')
      expect(words, name).toContain('orrery.db')
    }
    for (const { name, came, words } of of('settings.json')) {
      expect([came, words], name).toEqual(['told', expect.stringContaining('was renamed to')])
    }
    expect(of('orrery.db').find(({ name }) => name.startsWith('pipe'))?.words).toMatch(
      /^"[^"]*orrery\.db" is a pipe, not a file\. Move it away, then try again\.$/
    )
    // Whatever stands in the place of a model, a prompt or a cache keeps nobody from working.
    for (const place of [
      'models',
      'models/hashes.json',
      'models/some.gguf',
      'templates/pack/terminal/system_prompt.txt'
    ]) {
      expect(new Set(of(place).map(({ came }) => came)), place).toEqual(new Set(['opened']))
    }
  }
)
