// An agent that counts the errors of a log, in other ways in other runs, and the world it does that in: both decide by what they are
// asked and by the seed alone.
import type { Engine, Request } from '../../../../src/core/tree/ports.ts'
import { ScenarioFile } from '../../../../src/core/tree/scenario.ts'
import { shows } from '../../../doors/served.ts'
import { must } from '../../../must.ts'

// Seeds of repeats are so far apart.
const APART = 1_000_003
const PROMPT = 'root@debian:~# '
const LOG = ['09:00 INFO started', '09:02 ERROR no such table', '09:07 ERROR time-out', '09:09 ERROR time-out']

export const counting = ScenarioFile.parse({
  name: 'count-errors',
  title: 'Count the errors',
  description: 'An agent reads a log and writes one number.',
  setup: {
    domain: 'terminal',
    task: 'Write the number of errors in app.log into answer.txt.',
    initialState: PROMPT,
    grounding: 'model'
  },
  stop: { turns: 6 },
  checks: [{ name: 'the number is right', at: 'end', expect: { observation: 'cat answer.txt\n3\n' } }]
})

/** The first run and each second one greps; the fourth miscounts. */
function next(repeat: number, turn: number, shown: string): string | null {
  const greps = repeat % 2 === 0
  if (turn === 0) return 'ls'
  if (turn === 1) return greps ? 'grep -c ERROR app.log' : 'cat app.log'
  if (greps && turn === 2 && !shown.includes('\n3\n')) return null
  if (turn === 2) return `echo ${repeat === 3 ? 4 : 3} > answer.txt`
  return turn === 3 ? 'cat answer.txt' : null
}

/** In some worlds the log is gone when it is looked for. */
function world(command: string, told: string, seed: number): string {
  if (command === 'ls') return 'app.log'
  if (command.startsWith('grep')) return seed % 2 ? '3' : 'grep: app.log: No such file or directory'
  if (command === 'cat app.log') return LOG.join('\n')
  if (command === 'cat answer.txt') return must(/echo (\d) >(?![\s\S]*echo \d >)/.exec(told)?.[1])
  return ''
}

function answer({ shape, seed, messages, action }: Request): string {
  const told = messages.map(({ content }) => content)
  if (shape.only) {
    const turn = messages.filter(({ role }) => role === 'assistant').length
    const command = next(Math.floor(seed / APART), turn, must(told.at(-1)))
    const said = command === null ? { done: true, answer: 'done' } : { tool: 'run_command', arguments: { command } }
    return JSON.stringify({ thought: '', ...said })
  }
  const [{ keystrokes }] = action as [{ keystrokes: string }]
  const said = world(keystrokes.trimEnd(), told.join('\n'), seed)
  return shows(`${PROMPT}${keystrokes}${said && `${said}\n`}${PROMPT}`)
}

export const counters: Engine = {
  info: () => ({
    engine: 'counters',
    model: { name: 'counters', hash: null },
    contextSize: null,
    template: 'standard'
  }),
  async *generate(request) {
    yield { type: 'text', text: answer(request) }
    const tokens = { prompt: 1, cached: 0, generated: 1 }
    yield { type: 'done', tokens, cut: null, trace: null, engine: 'counters', model: { name: 'counters', hash: null } }
  },
  countTokens: async () => null,
  dispose: async () => {}
}
