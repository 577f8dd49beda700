// The built-in agent alone, in a world that a test answers for: what it counts, what it is told, and how it ends.
import { expect, test } from 'vitest'
import type { Observed } from '../../../src/core/contract/agents.ts'
import type { StreamEvent } from '../../../src/core/contract/index.ts'
import type { Link } from '../../../src/core/contract/links.ts'
import { OrreryError } from '../../../src/core/errors.ts'
import { Setup, type StepId } from '../../../src/core/tree/model.ts'
import type { Engine, Request } from '../../../src/core/tree/ports.ts'
import { createBuiltIn } from '../../../src/host/agents/built-in.ts'
import { scripted } from '../../doors/served.ts'
import { must } from '../../must.ts'

type Told = StreamEvent<'links.startAgent'>

const SEEN: Observed = {
  ...{ text: 'The door is open.', running: false, done: null, reward: null, ended: null, verdict: null },
  // `as`: the ids of steps are opaque.
  ...{ step: 's1' as StepId, origin: null, structured: null, content: null, error: false, guessed: false }
}
const act = (command: string) => JSON.stringify({ thought: '', tool: 'act', arguments: { command } })
const DONE = '{"thought": "", "done": true, "answer": "inside"}'
const no = (code: ConstructorParameters<typeof OrreryError>[0], message: string) => new OrreryError(code, message)

/** Its model says `turns`; the world answers its calls with `answers`, or throws them. */
async function run(
  turns: (string | OrreryError)[],
  answers: (Partial<Observed> | Error)[] = [],
  { steps = 9, engine }: { steps?: number; engine?: Engine } = {}
) {
  const asked: Request[] = []
  const setup = Setup.parse({ domain: 'textenv', initialState: 'A door.\n\nScene:\nYou see a door.' })
  const thinks = scripted((request) => {
    asked.push(request)
    const turn = turns.shift() ?? ''
    if (turn instanceof OrreryError) throw turn
    return turn
  })
  const links: Link[] = []
  const inFlight = new Set<string>()
  const during: number[] = []
  const start = createBuiltIn(
    {
      store: { branch: () => ({ setup, tip: null }), pathIds: () => [] },
      answering: { engine: async () => engine ?? thinks, inFlight }
    } as never,
    {
      acting: {
        look: () => 'You see a door.',
        beyond: (_link: string, work: (signal: AbortSignal) => Promise<unknown>) => ({
          made: work(new AbortController().signal)
        }),
        async act() {
          during.push(inFlight.size)
          const answer = answers.shift() ?? {}
          if (answer instanceof Error) throw answer
          return { ...SEEN, ...answer }
        }
      },
      previews: { perStep: () => 0 },
      traffic: { seen() {} },
      links: {
        all: () => links,
        get: (id: string) => must(links.find((link) => link.id === id)),
        remove: (id: string) => links.splice(0, links.length, ...links.filter((link) => link.id !== id))
      },
      make: (given: object) => {
        const link = { ...given, id: 'l', secret: 'x' } as Link
        links.push(link)
        return link
      }
    } as never
  )
  const told: Told[] = []
  const { signal } = new AbortController()
  const stream = start({ session: 'w', branch: 'b', steps }, { signal })
  const failed = await (async () => {
    for await (const event of stream) if (event.type !== 'thinking') told.push(event)
  })().catch((error: unknown) => error)
  const said = asked.map(({ messages }) => must(messages.at(-1)).content)
  return { told, last: told.at(-1), failed, links, inFlight, during, said }
}

test.each(['invalid-input', 'not-found', 'forbidden'] as const)(
  'an action refused as %s is told and not counted, and it goes on',
  async (code) => {
    const { told, said, last } = await run([act('fly'), act('open'), DONE], [no(code, 'Not here.'), {}], { steps: 2 })
    expect(told.filter(({ type }) => type === 'acted')).toEqual([
      { type: 'acted', text: 'Not here.', error: true, step: null, taken: 0 },
      { type: 'acted', text: 'The door is open.', error: false, step: 's1', taken: 1 }
    ])
    expect(said[1]).toBe('It failed:\nNot here.')
    expect(last).toEqual({ type: 'ended', reason: 'agent', text: 'inside', taken: 1 })
  }
)

test.each(['engine-crashed', 'context-full', 'conflict'] as const)(
  'a world that has no answer for %s ends it, and is asked no second time',
  async (code) => {
    const { said, last } = await run([act('open'), act('open')], [no(code, 'Lost.'), {}])
    expect(last).toEqual({ type: 'ended', reason: 'failed', text: 'Lost.', taken: 0 })
    expect(said).toHaveLength(1)
  }
)

test('losing its own engine after a step ends it with the reason, and the step counts', async () => {
  const { last, links, inFlight } = await run([act('open'), no('engine-crashed', 'The model fell over.')])
  expect(last).toEqual({ type: 'ended', reason: 'failed', text: 'The model fell over.', taken: 1 })
  expect([links, [...inFlight]]).toEqual([[], []])
})

test('its budget is of steps: what only looks is shown to it and costs none', async () => {
  const looks = { text: 'A brass door.', step: null }
  const { last, said } = await run([act('look'), act('a'), act('b'), act('c')], [looks, {}, {}, {}], { steps: 2 })
  expect(last).toEqual({ type: 'ended', reason: 'turns', text: '', taken: 2 })
  expect(said.slice(1)).toEqual(['What you see:\nA brass door.', 'What you see:\nThe door is open.'])
})

test.each(['terminated', 'truncated'] as const)('an episode that is %s ends it', async (ended) => {
  const { last } = await run([act('open'), act('open')], [{ ended }])
  expect(last).toEqual({ type: 'ended', reason: 'condition', text: '', taken: 1 })
})

test('its engine is held while it acts, and given back with its link at the end', async () => {
  const { during, links, inFlight, told } = await run([act('open'), DONE])
  expect(told[0]).toEqual({ type: 'started', link: 'l' })
  expect(during).toEqual([1])
  expect([links, [...inFlight]]).toEqual([[], []])
})

test('a fault of the program is no end of its own: it is thrown, and the link goes all the same', async () => {
  const { failed, links, told } = await run([act('open')], [new TypeError('A bug.')])
  expect(failed).toEqual(new TypeError('A bug.'))
  expect([links, told.filter(({ type }) => type === 'ended')]).toEqual([[], []])
})

test.each([
  ['no-model', /^No model is in use for the agent to think with\./],
  ['model-broken', /^The file is broken\.$/]
] as const)('an engine that is absent as %s starts nothing', async (code, message) => {
  const engine = { ...scripted(() => ''), absent: no(code, 'The file is broken.') }
  const { failed, told, links } = await run([], [], { engine })
  expect(failed).toMatchObject({ code, message: expect.stringMatching(message) })
  expect([told, links]).toEqual([[], []])
})
