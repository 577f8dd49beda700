// `orrery step` in a world whose user is played by a person: asked at the terminal, or answered with --reply.
import { getEventListeners } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { main } from '../../src/host/commands/cli.ts'
import { personOn } from '../../src/host/commands/person.ts'
import { orrery, ownHome } from './command-line.ts'

let home: ReturnType<typeof ownHome>
let session: string
beforeEach(async () => {
  home = ownHome()
  const made = await orrery(['step', '--scenario', 'airline-desk', '--json'], call('send_code', { reference: 'QX7L2' }))
  session = JSON.parse(made.out).session
})
afterEach(() => home.remove())

const call = (name: string, args: Record<string, string>) => JSON.stringify({ name, arguments: args })
const say = (message: string) => call('say', { message })

/** The command with somebody at its terminal who types these lines; then they close it, or stay. */
async function at(
  lines: string[] | null,
  argv: string[],
  stdin: string,
  { stays = false, signal }: { stays?: boolean; signal?: AbortSignal } = {}
) {
  let [out, err, open] = ['', '', 0]
  const typed = [...(lines ?? [])]
  const io = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: {
      write(text: string | Uint8Array) {
        out += Buffer.from(text).toString()
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    },
    person: () => {
      if (!lines) return null
      open++
      return {
        line: async (stop: AbortSignal) => {
          const next = typed.shift()
          if (next !== undefined || !stays) return next ?? null
          await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
          return null
        },
        close() {
          open--
        }
      }
    }
  }
  const code = await main(argv, io, signal ? { signal } : {})
  expect(open, 'terminals left open').toBe(0)
  return { code, out, err }
}

const asked = ['step', '--scenario', 'airline-desk', '--user', 'person']

it('what is said to the user is answered at the terminal', async () => {
  const said = await at(['', 'QX7L2, I think.'], asked, say('What is your booking reference?'))
  expect([said.code, said.out]).toEqual([0, 'QX7L2, I think.\n'])
  expect(said.err).toContain('You want: To get out of her flight on 3 April')
  expect(said.err).toContain('It is said to you: What is your booking reference?')
})

it('a tool of the user’s own is used before they answer, and what is wrong is asked again', async () => {
  const lines = [
    '/use',
    '/use verify {}',
    '/use read_code [1]',
    '/use read_code {',
    '/help',
    '/use read_code {"reference": "QX7L2"}',
    '/leave It is 4821, bye.'
  ]
  const said = await at(lines, ['step', '--session', session, '--user', 'person'], say('Which code did you get?'))
  expect([said.code, said.out]).toEqual([0, 'It is 4821, bye. ###STOP###\n'])
  expect(said.err).toContain('The user has no tool "verify"')
  expect(said.err).toContain('are a JSON object')
  expect(said.err).toContain('is not JSON')
  expect(said.err).toContain('Answer in words')
  expect(said.err).toContain('"code": 4821')
})

it('lines that were typed ahead are kept, a question that is stopped ends, and nothing listens any more', async () => {
  const input = new PassThrough()
  const person = personOn(input)
  const stop = new AbortController()
  input.write('/use\n/help\nIt is 4821.\n')
  const said = [await person.line(stop.signal), await person.line(stop.signal), await person.line(stop.signal)]
  expect(said).toEqual(['/use', '/help', 'It is 4821.'])
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  const waits = person.line(stop.signal)
  stop.abort()
  expect(await waits).toBeNull()
  person.close()
  expect(await person.line(stop.signal)).toBeNull()
  expect(input.destroyed).toBe(true)
})

it('without a terminal the answer is asked for in an option, and given by it', async () => {
  const nobody = await at(null, asked, say('What is your name?'))
  expect([nobody.code, nobody.out]).toEqual([1, ''])
  expect(nobody.err).toContain('--reply')
  const given = await at(null, [...asked, '--reply', ' Mara Ohl '], say('What is your name?'))
  expect([given.code, given.out]).toEqual([0, 'Mara Ohl\n'])
  const unused = await at(null, [...asked, '--reply', 'Mara'], call('send_code', { reference: 'QX7L2' }))
  expect(unused.err).toContain('--reply was not used')
  expect((await at(null, [...asked, '--reply', ' '], say('What is your name?'))).code).toBe(2)
  const none = await at(null, ['step', '--scenario', 'helpdesk', '--user', 'person'], call('list_tickets', {}))
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('this world has none')])
})

it('a terminal that is closed, and Ctrl-C, leave the world as it was', async () => {
  const before = await orrery(['export', session, '--format', 'markdown'])
  const argv = ['step', '--session', session, '--user', 'person']
  const closed = await at([], argv, say('Which code did you get?'))
  expect([closed.code, closed.err]).toEqual([1, expect.stringContaining('The terminal was closed')])
  const stopped = await at([], argv, say('Which code did you get?'), { stays: true, signal: AbortSignal.timeout(1500) })
  expect(stopped.code).not.toBe(0)
  expect((await orrery(['export', session, '--format', 'markdown'])).out).toBe(before.out)
})
