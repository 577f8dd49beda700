import { describe, expect, it } from 'vitest'
import { controlsOf, induced, inductionQuestion, unsolved, written } from '../../../src/core/control/induce.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'

async function walk(turns: [Action, string][], initialState = 'A help desk.') {
  const chain: Step[] = []
  for (const [action, text] of turns) chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text }))
  return { setup: Setup.parse({ domain: 'mcp', task: 'Close the ticket of Ole.', initialState }), chain }
}
const call = (name: string, given: Record<string, Action> = {}): Action => ({ name, arguments: given })

const desk = () =>
  walk([
    [call('find', { customer: 'Ole' }), '{"id": "C-7"}'],
    [call('list', { customer: 'C-7' }), '{"tickets": ["T-104"]}'],
    [call('close', { ticket: 'T-104' }), 'Closed ticket T-104.']
  ])

describe('an instruction out of a recording', () => {
  it('shows in each turn what a later action needs, and withholds it before', async () => {
    expect(controlsOf(await desk())).toEqual([
      { turn: 1, shows: ['C-7'], withholds: ['T-104'] },
      { turn: 2, shows: ['T-104'], withholds: [] },
      { turn: 3, shows: [], withholds: [] }
    ])
  })

  it('leaves the recorded walk possible, and says which control does not', async () => {
    const recorded = await desk()
    const controls = controlsOf(recorded)
    expect(unsolved(recorded, controls)).toBeNull()
    const [first, ...rest] = controls
    expect(unsolved(recorded, [{ turn: 1, shows: [], withholds: ['C-7'] }, ...rest])).toBe(
      'turn 1 withholds "C-7", which a later action needs'
    )
    expect(unsolved(recorded, [{ turn: 1, shows: first?.shows ?? [], withholds: ['C-7'] }, ...rest])).toContain(
      'to show and to withhold'
    )
  })

  it('has state, summary, controls and the end, each with where it came from', async () => {
    const made = induced(await desk())
    expect(made.state).toBe('A help desk.')
    expect(made.summary).toContain('T-104')
    expect(made.turns).toEqual([
      { turn: 1, instruction: 'The answer shows "C-7". It does not show "T-104" yet: only a later action does.' },
      { turn: 2, instruction: 'The answer shows "T-104".' }
    ])
    expect(made.end).toContain('Closed ticket T-104.')
    expect(made.parts.map(({ part, by }) => `${part} ${by}`)).toEqual([
      'state recording',
      'summary template',
      'controls template',
      'end template'
    ])
    expect(induced(await walk([[call('look'), 'A room.']], '')).parts[0]).toMatchObject({ by: 'template' })
  })

  it('ends with what was printed, not with the line that was typed', async () => {
    const chain = [
      await makeStep(null, [{ keystrokes: 'du -sh a-folder-with-a-long-name\n' }], {
        text: 'ada@moor:~$ du -sh a-folder-with-a-long-name\n12K  it\nada@moor:~$ '
      })
    ]
    const setup = Setup.parse({ domain: 'terminal', initialState: 'The terminal shows:\nada@moor:~$ ' })
    expect(induced({ setup, chain }).end).toMatch(/shows: 12K {2}it$/)
  })

  it('takes over what a model words, part by part, and keeps the template where a value is lost', async () => {
    const recorded = await desk()
    const made = induced(recorded)
    expect(inductionQuestion(recorded, made, 0).prompt).toContain('T-104')
    const answer = (controls: object[], end = 'At the end: Closed ticket T-104.') =>
      JSON.stringify({ summary: 'A desk with one ticket.', controls, end })
    const good = [
      { turn: 1, instruction: 'Say "C-7", and keep "T-104" back.' },
      { turn: 2, instruction: 'Say "T-104".' }
    ]
    expect(written(recorded, made, answer(good)).parts.map(({ by }) => by)).toEqual([
      'recording',
      'model',
      'model',
      'model'
    ])
    const lossy = written(recorded, made, answer(good.slice(0, 1), 'It ends well.'))
    expect(lossy.turns).toEqual(made.turns)
    expect(lossy.end).toBe(made.end)
    expect(lossy.parts.slice(2)).toEqual([
      { part: 'controls', by: 'template', note: 'The model lost a value of turn 2.' },
      { part: 'end', by: 'template', note: 'The model lost the line that ends the task.' }
    ])
    const mute = written(recorded, made, 'Gladly!')
    expect(mute.summary).toBe(made.summary)
    expect(mute.parts[1]?.note).toBe('The model gave no answer that can be read.')
  })
})
