import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { StateChange } from '../../src/core/tree/ground.ts'
import { Origin } from '../../src/core/tree/origin.ts'
import type { StepResult } from '../../src/core/tree/result.ts'
import { compare } from '../../src/renderer/compare.ts'
import { told } from '../../src/renderer/effects.tsx'
import { routeWords } from '../../src/renderer/observations/RouteHint.tsx'
import { OriginChip, OriginMark } from '../../src/renderer/origin.tsx'
import { modelTextKind, type Run } from '../../src/renderer/store/data.ts'
import { StoreContext } from '../../src/renderer/store/index.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { Checked } from '../../src/renderer/worlds/Checked.tsx'
import { runWords } from '../../src/renderer/worlds/engine.ts'
import { ModelAnswers } from '../../src/renderer/worlds/Grounds.tsx'
import { ResultRows, ResultTexts } from '../../src/renderer/worlds/Results.tsx'
import { CallView } from '../../src/renderer/worlds/StepPanel.tsx'
import { createFakeHost, setup, type as typed } from './host.ts'

const text = (html: string) => html.replace(/<[^>]+>/g, '')

describe('an origin is told', () => {
  test('by a shape, a colour and a name of its own, also where there is room for the shape only', () => {
    const chips = Origin.options.map((origin) => renderToStaticMarkup(<OriginChip origin={origin} />))
    expect(chips.map(text)).toEqual([
      ...['Executed', 'Predicted', 'Recorded', 'Validation', 'Perturbation', 'Written', 'Unknown']
    ])
    const shapes = chips.map((chip) => /<svg[^>]*>(.*)<\/svg>/.exec(chip)?.[1])
    expect(new Set(shapes).size).toBe(Origin.options.length)
    const marks = Origin.options.map((origin) => text(renderToStaticMarkup(<OriginMark origin={origin} />)))
    expect(marks).toEqual(chips.map(text))
  })

  test('with what the model was asked, and what of its answer changed the state', () => {
    const dream = {
      of: 'curl example.org',
      rule: 'network',
      text: 'hello',
      effects: [{ do: 'write' as const, path: '/a', content: 'hello\n' }]
    }
    const told = text(renderToStaticMarkup(<ModelAnswers dreams={[dream, { ...dream, effects: [] }]} />))
    expect(told).toContain('curl example.orgrule network')
    expect(told).toContain('Taken into the state:write /a, 1 line')
    expect(told).toContain('Only its text was used; no change was read from it.')
    const listed = { ...dream, effects: [], listed: dream.effects, refused: ['remove /: it is no plain path.'] }
    const more = text(renderToStaticMarkup(<ModelAnswers dreams={[listed]} />))
    expect(more).toContain('Listed by the model and taken in:write /a, 1 line')
    expect(more).toContain('Not taken in: remove /: it is no plain path.')
  })
})

test('what is known of an answer beside its text stands with the step', () => {
  const rows = (result: StepResult) => text(renderToStaticMarkup(<ResultRows result={result} />))
  expect(rows({ exitCode: 3, ready: true })).toBe('Exit code3ShellReads the next command')
  expect(rows({ exitCode: null, ready: false })).toBe(
    'Exit codeNone: no command has endedShellWaits: a program has the keyboard'
  )
  expect(rows({ exitCode: 3, ready: true, restarted: true })).toBe(
    'Exit code3ShellEnded, and a new one took its place. Reads the next command'
  )
  expect(rows({ isError: true })).toBe('CallFailed')
  expect(rows({ isError: false })).toBe('CallSucceeded')
  const texts = (result: StepResult) => text(renderToStaticMarkup(<ResultTexts result={result} />))
  expect(texts({ output: 'both', stdout: 'out', stderr: '' })).toBe('Standard output')
  expect(texts({ output: 'both' })).toBe('Output')
  expect(texts({ content: [{ type: 'text' }], structuredContent: {}, note: 'The rest is not kept.' })).toBe(
    'ContentStructured contentThe rest is not kept.'
  )
})

test('every effect reads as a sentence', () => {
  const effects: StateChange[] = [
    { do: 'write', path: '/a', content: 'x\ny\n', mode: 0o755 },
    { do: 'write', path: '/empty', content: '' },
    { do: 'append', path: '/log', content: 'x' },
    { do: 'remove', path: '/a' },
    { do: 'mkdir', path: '/d' },
    { do: 'cwd', path: '/d' },
    { do: 'env', name: 'LANG', value: 'C' },
    { do: 'install', manager: 'pip', name: 'requests', version: '2.31' },
    { do: 'uninstall', manager: 'pip', name: 'requests' },
    { do: 'claim', path: '/dump', kind: 'file' },
    { do: 'exit', code: 1 },
    { do: 'entity', kind: 'order', id: '7', value: { total: 1 } },
    { do: 'entity', kind: 'order', id: '7', value: null }
  ]
  expect(effects.map((effect) => StateChange.parse(effect))).toEqual(effects)
  const words = effects.map((effect) => {
    const { does, to, more } = told(effect)
    return [does, to, more].filter(Boolean).join(' ')
  })
  expect(words).toEqual([
    'write /a 2 lines, mode 755',
    'write /empty empty',
    'append to /log 1 line',
    'remove /a',
    'create folder /d',
    'change to /d',
    'set LANG=C',
    'install requests 2.31 with pip',
    'uninstall requests with pip',
    'claim file /dump exists; the model is asked when it is read',
    'exit with 1',
    'store order 7',
    'delete order 7'
  ])
})

describe('a prediction beside the executed answer', () => {
  const same = (line: string) => ({ kind: 'same', text: line })
  const plain = (kind: 'executed' | 'predicted', line: string) => ({ kind, pieces: [{ text: line, differs: false }] })

  test('is compared line by line, and word by word where lines take each other’s place', () => {
    expect(compare('$ ls\na b c\nend', '$ ls\na x c\nend')).toEqual([
      same('$ ls'),
      {
        kind: 'predicted',
        pieces: [
          { text: 'a ', differs: false },
          { text: 'x', differs: true },
          { text: ' c', differs: false }
        ]
      },
      {
        kind: 'executed',
        pieces: [
          { text: 'a ', differs: false },
          { text: 'b', differs: true },
          { text: ' c', differs: false }
        ]
      },
      same('end')
    ])
  })

  test('shows lines that only one of them has, and does not mark words where nothing is shared', () => {
    expect(compare('a\nnew', 'a')).toEqual([same('a'), plain('executed', 'new')])
    expect(compare('a', 'a\nold')).toEqual([same('a'), plain('predicted', 'old')])
    expect(compare('yes', 'no')).toEqual([plain('predicted', 'no'), plain('executed', 'yes')])
    expect(compare('', '')).toEqual([])
  })

  test('blanks at the ends are no difference, and lines with little in common are others', () => {
    expect(compare('$ ls\n$', '\n$ ls\n$ \n\n')).toEqual([{ kind: 'skipped', lines: 2 }])
    expect(compare('Saturn,1', 'planets.csv,2')).toEqual([
      plain('predicted', 'planets.csv,2'),
      plain('executed', 'Saturn,1')
    ])
  })

  test('gives both texts back, whatever repeats in them', () => {
    const executed = 'a\nb\na\nb\nc\n\nb'
    const predicted = 'b\na\n\nb\nb\na'
    const lines = (kind: 'executed' | 'predicted') =>
      compare(executed, predicted).flatMap((line) =>
        line.kind === 'same' ? [line.text] : line.kind === kind ? [line.pieces.map((one) => one.text).join('')] : []
      )
    expect(lines('executed').join('\n')).toBe(executed)
    expect(lines('predicted').join('\n')).toBe(predicted)
  })

  test('leaves out what is the same far from any difference', () => {
    const many = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const found = compare([...many, 'x'].join('\n'), [...many, 'y'].join('\n'))
    expect(found.slice(0, 2)).toEqual([{ kind: 'skipped', lines: 17 }, same('line 17')])
    expect(found).toHaveLength(6)
  })

  test('says how near it came, which side each line is of, and the score of the world', () => {
    const model = { name: 'small', hash: null }
    const predicted = { engine: 'llama', model, text: 'b', exact: false, similarity: 0.5 }
    const score = { checked: 4, exact: 0.75, similarity: 0.9 }
    const html = renderToStaticMarkup(<Checked executed="a" predicted={predicted} score={score} />)
    expect(text(html)).toContain('The prediction is 50 % similar, small')
    expect(text(html)).toContain('−predicted: b+executed: a')
    expect(text(html)).toContain('In this world: 4 steps checked, 75 % exact, mean similarity 90 %.')
  })
})

describe('while a step runs', () => {
  const run: Run = {
    ...{ session: 's', branch: 'b', parent: null, action: [], instruction: '', thinking: '', observation: '' },
    ...{ queued: null, progress: null, meter: null, firings: [], dream: null, predicted: null }
  }

  test('the start of the machine is not the loading of the model', () => {
    const at = (phase: 'start' | 'load') => runWords({ ...run, progress: { phase, done: 0.4, total: 1 } })
    expect([at('start'), at('load')]).toEqual(['Starting the machine, 40 %', 'Loading the model, 40 %'])
    expect(runWords(run)).toBe('Waiting for the answer')
  })

  test('what the model is asked beside the observation is known', () => {
    const dream = { of: 'curl x', rule: 'network' }
    const asked = { ...run, dream, predicted: '' }
    expect([run, asked, { ...asked, observation: '$ curl x' }].map(modelTextKind)).toEqual([null, 'dream', null])
    expect(modelTextKind({ ...run, observation: '$ ls', predicted: '' })).toBe('check')
    expect(runWords(asked)).toBe('Asking the model')
  })

  test('the store keeps the question and the model’s text apart from the observation', async () => {
    const host = await createFakeHost(['ls'])
    const store = createState(host.client, { frame: (flush) => flush() })
    await store.getState().open('w')
    const seen: (Run | undefined)[] = []
    host.answer = async function* (input) {
      yield { type: 'dream', of: 'curl x', rule: 'network' }
      yield { type: 'predicted', text: 'hel' }
      yield { type: 'predicted', text: 'lo' }
      seen.push(store.getState().runs.main)
      yield { type: 'dream', of: 'curl y', rule: 'network' }
      seen.push(store.getState().runs.main)
      yield await host.commit(input, 'hello\nbox$ ')
    }
    expect(await store.getState().act(typed('curl x'))).toBe(true)
    expect(seen).toMatchObject([
      { dream: { of: 'curl x', rule: 'network' }, predicted: 'hello', observation: '' },
      { dream: { of: 'curl y', rule: 'network' }, predicted: '' }
    ])
    expect(store.getState().world?.rows.map(({ origin }) => origin)).toEqual(['predicted', 'predicted'])
  })
})

test('the score is read with the step shown, in worlds that check', async () => {
  const host = await createFakeHost(['ls'])
  host.score = { checked: 1, exact: 1, similarity: 1 }
  const store = createState(host.client, { frame: (flush) => flush() })
  await store.getState().open('w')
  expect(store.getState().world?.score).toBe(null)
  host.branches[0] = { ...host.branches[0], setup: { ...setup, grounding: 'grounded', check: true } } as never
  await store.getState().open('w')
  expect(store.getState().world?.score).toEqual(host.score)
})

test('who would answer is asked where the window is looking', async () => {
  const host = await createFakeHost(['ls', 'pwd'])
  host.route = { by: 'model', rule: 'network', why: 'The machine has no network.' }
  const store = createState(host.client, { frame: (flush) => flush() })
  await store.getState().open('w')
  await store.getState().stepTo(1)
  const { world, routeOf } = store.getState()
  expect(await routeOf(typed('curl x'))).toEqual(host.route)
  expect(host.log.at(-1)).toEqual({
    name: 'steps.route',
    input: { session: 'w', branch: 'main', from: world?.rows[0]?.id, action: typed('curl x') }
  })
  expect(routeWords(host.route)).toBe('The model answers · network')
  expect(routeWords({ ...host.route, by: 'ground', rule: 'local' })).toBe('Will be executed · local')
})

test('of a step out of another program’s log nothing is told that the log does not say', async () => {
  const host = await createFakeHost()
  const store = createState(host.client)
  const { call } = await host.commit({ session: 'w', branch: 'main', action: typed('ls') }, 'a\nbox$ ')
  const rows = (change: Partial<typeof call>) =>
    text(
      renderToStaticMarkup(
        <StoreContext value={store}>
          <CallView title="Provenance" call={{ ...call, ...change }} />
        </StoreContext>
      )
    )
  const told = /Seed|Sampling|Template|Time/g
  expect(rows({}).match(told)).toEqual(['Seed', 'Sampling', 'Template', 'Time'])
  const imported = { engine: 'import', model: { name: 'claude-code', hash: null }, ms: { first: 0, total: 0 } }
  expect(rows(imported).match(told)).toBeNull()
  expect(rows(imported)).toContain('Answered byimportedSourceclaude-code')
  expect(rows({ ...imported, ms: { first: 0, total: 1500 } })).toContain('Time1.5 s')
})
