// Whole loops of agents that other people wrote: the model that they ask is Orrery's own endpoint, the world that they act in is one of its worlds.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import type { Request } from '../../src/core/tree/ports.ts'
import { must } from '../must.ts'
import { client, foreign, missing } from './environment.ts'
import { type Served, serveDoors, shows } from './served.ts'

/** What the model says, by the conversation so far; each test says its own. */
let model: (request: Request, last: string) => string
let served: Served
let home: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'orrery-loops-'))
  served = await serveDoors((request) => model(request, must(request.messages.at(-1)).content))
  Object.assign(process.env, {
    PYTHONPATH: join(import.meta.dirname, '../../resources/agents'),
    OPENAI_API_KEY: served.key,
    OPENAI_BASE_URL: `${served.url}/v1`,
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    MSWEA_SILENT_STARTUP: '1',
    // A failure is told at once.
    MSWEA_MODEL_RETRY_STOP_AFTER_ATTEMPT: '1',
    MSWEA_GLOBAL_CONFIG_DIR: join(home, 'mini'),
    HARBOR_TELEMETRY: 'off'
  })
})
beforeEach(({ skip }) => {
  const why = missing()
  if (why !== null) skip(why)
})
afterAll(async () => {
  await served.close()
  rmSync(home, { recursive: true })
})

const NUMBERS =
  'A Debian 12 machine. User root, home /root.\n\n/srv/numbers.txt\n    7\n    12\n    23\n\nThe terminal shows:\nroot@box:~#'

/** What Terminus-2 is told to do, as it asks for it. */
const turn = (keystrokes: string[], done = false) =>
  JSON.stringify({
    analysis: 'Seen.',
    plan: 'Go on.',
    commands: keystrokes.map((keys) => ({ keystrokes: keys, duration: 0.1 })),
    task_complete: done
  })

const SUM = "awk '{ s += $1 } END { print s }' /srv/numbers.txt > /srv/sum.txt\n"

interface Trajectory {
  steps: {
    source: string
    message: string
    tool_calls?: { function_name: string; arguments: { keystrokes?: string } }[]
    observation?: { results: { content?: string; subagent_trajectory_ref?: unknown[] }[] }
  }[]
}

test('Harbor runs Terminus-2 through a whole task, twice side by side, and its verifier finds the work done', async () => {
  model = ({ messages }, last) => {
    // Terminus-2 answers a prompt that is too long by handing over to itself.
    if (last.includes('hand off your work')) return 'Looked at the numbers.'
    if (last.includes('picking up work')) return 'Which numbers?'
    if (last.includes('has a few questions')) return 'Those in the file.'
    if (last.includes('Are you sure')) return turn([], true)
    if (messages.length === 1) return turn(['ls /srv\n', 'cat /srv/numbers.txt\n'])
    if (last.includes('Those in the file.')) return turn(['sleep 60\n', 'C-c'])
    if (last.includes('^C')) return turn([SUM, 'cat /srv/sum.txt\n', 'python3\n'], true)
    throw new OrreryError('context-full', 'The prompt has 5000 tokens and the context holds 4096.')
  }
  const { secret } = await served.world(
    { domain: 'terminal', grounding: 'executed', initialState: NUMBERS },
    { forks: true }
  )
  const task = [
    '--path',
    join(import.meta.dirname, 'task'),
    '--jobs-dir',
    join(home, 'jobs'),
    '--job-name',
    'job',
    '-k',
    '2'
  ]
  const agent = ['--agent', 'terminus-2', '--model', 'openai/scripted', '--env', 'orrery_harbor:OrreryEnvironment']
  const size = ['--ak', 'model_info={"max_input_tokens": 32768, "max_output_tokens": 4096}']
  const printed = await foreign('harbor', ['run', '--quiet', ...task, ...agent, ...size], {
    ORRERY_URL: `${served.url}/w/${secret}/swerex`,
    // It keeps settings of its own there.
    HOME: home
  })
  expect(printed).toMatch(/Mean: 1\.000/)
  const job = join(home, 'jobs/job')
  const trials = readdirSync(job, { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(trials.length).toBe(2)
  for (const { name } of trials) {
    const read = (file: string) => readFileSync(join(job, name, file), 'utf8')
    expect([read('verifier/reward.txt'), read('verifier/test-stdout.txt')]).toEqual(['1\n', '42\n'])
    const { steps } = JSON.parse(read('agent/trajectory.json')) as Trajectory
    const acted = steps.filter(({ source }) => source === 'agent')
    expect(acted.map((step) => step.tool_calls?.map((one) => one.arguments.keystrokes ?? one.function_name))).toEqual([
      ['ls /srv\n', 'cat /srv/numbers.txt\n'],
      ['sleep 60\n', 'C-c'],
      [SUM, 'cat /srv/sum.txt\n', 'python3\n', 'mark_task_complete'],
      ['mark_task_complete']
    ])
    // As tmux shows it: what several commands printed stands under one another.
    const saw = acted.map((step) => step.observation?.results[0]?.content ?? '')
    expect(steps[0]?.message).toMatch(/Current Terminal Screen:\nroot@box:~#\n/)
    expect(saw[0]).toContain(
      'root@box:~# ls /srv\nnumbers.txt\nroot@box:~# cat /srv/numbers.txt\n7\n12\n23\nroot@box:~#\n'
    )
    expect(saw[1]).toContain('root@box:~# sleep 60\n^C\nroot@box:~#\n')
    expect(saw[2]).toMatch(/\nroot@box:~# cat \/srv\/sum\.txt\n42\nroot@box:~# python3\nPython 3.*\n>>>\n/s)
    // The step between its own tells of three turns that summarized.
    const [handed] = steps.filter(({ source }) => source === 'system')
    expect(handed?.observation?.results[0]?.subagent_trajectory_ref?.length).toBe(3)
    const [header = '', ...events] = read('agent/recording.cast').trimEnd().split('\n')
    expect(JSON.parse(header)).toMatchObject({ version: 2, width: 160, height: 40 })
    expect(JSON.parse(must(events.at(-1)))[2]).toMatch(/>>>$/)
  }
})

/** Calls of functions, as the model says them. */
const calls = (...made: { name: string; arguments: object }[]) => JSON.stringify({ tool_calls: made })

test('mini-swe-agent repairs a file in a code world, with its own prompts and functions that the loaded model calls', async () => {
  const TURNS = [
    ['cat sum.py', 'python3 sum.py'],
    [`sed -i 's/-/+/' sum.py && python3 sum.py`],
    ['echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT']
  ]
  model = ({ messages }) => {
    const commands = must(TURNS[messages.filter(({ role }) => role === 'assistant').length])
    return calls(...commands.map((command) => ({ name: 'bash', arguments: { command } })))
  }
  const { secret } = await served.world(
    {
      domain: 'swe',
      grounding: 'executed',
      initialState: 'Repository /srv/app, Python 3.12. Git: clean, branch main.\n\nsum.py\n    print(40 - 2)\n'
    },
    { forks: true }
  )
  const told = await client('mini_loop', `${served.url}/w/${secret}/swerex`, `${served.url}/v1`, 'scripted')
  const asked = (turn: number) => must(TURNS[turn]).map((command) => JSON.stringify({ command }))
  const saw = (output: string) => ({ returncode: 0, output })
  expect(told).toEqual({
    model: 'LitellmModel',
    ended: { exit_status: 'Submitted', submission: '' },
    turns: [asked(0), saw('print(40 - 2)\n'), saw('38\n'), asked(1), saw('42\n'), asked(2)]
  })
})

test('an agent of the OpenAI Agents SDK streams its calls: the model’s come whole, the world answers over MCP', async () => {
  const weather = (city: string) => ({ name: 'get_weather', arguments: { city } })
  model = ({ action }, last) => {
    // The world is asked too: for what its tool gives.
    if (action !== null)
      return shows(JSON.stringify({ sky: JSON.stringify(action).includes('Oslo') ? 'clear' : 'grey' }))
    return last.includes('Result of get_weather') ? '{"content": "In Oslo."}' : calls(weather('Oslo'), weather('Rome'))
  }
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const { secret } = await served.world({ domain: 'mcp', tools: [{ name: 'get_weather', inputSchema } as never] })
  const told = await client('agents_loop', `${served.url}/w/${secret}/mcp`, `${served.url}/v1`, served.key, 'scripted')
  expect(told).toEqual({
    events: ['tool_called', 'tool_called', 'tool_output', 'tool_output', 'message_output_created'],
    calls: [
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'Rome' }]
    ],
    outputs: [{ sky: 'clear' }, { sky: 'grey' }],
    said: 'In Oslo.',
    requests: 2,
    tokens: true
  })
})
