// The scripts that run a benchmark's programs, on programs of our own and by this machine's Python: what fails in a program counts against it, and
// what fails around it does not.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { folder } from './folder.ts'

const drivers = join(import.meta.dirname, '../../resources/suites')

/** What the driver says of these files. */
async function ran(
  context: TestContext,
  driver: 'code_world' | 'text_game',
  files: Record<string, string | Uint8Array>,
  settings: Record<string, unknown>
) {
  if (spawnSync('python3', ['--version']).status !== 0) context.skip('python3 is not on this machine')
  const cwd = await folder()
  for (const [name, content] of Object.entries({ ...files, 'settings.json': JSON.stringify(settings) }))
    writeFileSync(join(cwd, name), content)
  const { stderr } = spawnSync('python3', [join(drivers, `${driver}.py`)], { cwd, encoding: 'utf8', timeout: 60_000 })
  expect(stderr).toBe('')
  return JSON.parse(readFileSync(join(cwd, 'result.json'), 'utf8'))
}

const WORLD = (step: string) => `import sys
class Environment:
    def set_state(self, obs):
        self.at = obs

    def step(self, action):
        ${step}
        return self.at + action, 0, False
`
const BUFFER = JSON.stringify({
  obs: [0, 1],
  next_obs: [1, 2],
  actions: [1, 1],
  rewards: [0, 0],
  dones: [false, false]
})
const CWMB = { seed: 0, buffer: 'buffer.json', environment: false }

test('a candidate that ends the program fails at that transition, and is not missing', async (context) => {
  const files = { 'candidate.py': WORLD('if self.at: sys.exit(0)'), 'buffer.json': BUFFER }
  const { scores, problem } = await ran(context, 'code_world', files, CWMB)
  expect(scores.accuracy).toBe(0.5)
  expect(problem).toContain('transition 2: SystemExit')
})

test('a buffer that cannot be read says nothing of the candidate', async (context) => {
  for (const broken of [
    '{"obs": ',
    '[]',
    '{"obs": [1], "next_obs": 2, "actions": [1], "rewards": [1], "dones": [1]}'
  ]) {
    const files = { 'candidate.py': WORLD('pass'), 'buffer.json': broken }
    const { scores, missing, problem } = await ran(context, 'code_world', files, CWMB)
    expect(scores.accuracy).toBeNull()
    expect(missing.accuracy).toContain('buffer')
    expect(problem).toBeNull()
  }
})

const GAME = `class TextGame:
    made = 0
    def __init__(self, randomSeed):
        TextGame.made += 1
        assert TextGame.made < MOST
        self.gameOver = self.gameWon = False
        self.observationStr = ''

    def getTaskDescription(self):
        return 'Wait.'

    def generatePossibleActions(self):
        return [ACTION]

    def calculateScore(self):
        pass

    def step(self, action):
        pass
`
const CRAWL = { do: 'crawl', seed: 0, depth: 2, actions: 20, seconds: 10 }

test('a game that fails when it is begun again, or offers an action without words, is crawled and not runnable', async (context) => {
  const twice = await ran(
    context,
    'text_game',
    { 'game.py': GAME.replace('MOST', '3').replace('ACTION', "'wait'") },
    CRAWL
  )
  expect(twice.checks).toMatchObject({
    TextGame: true,
    runnable: false,
    over: true,
    error_msg: expect.stringContaining('AssertionError')
  })
  const wordless = await ran(
    context,
    'text_game',
    { 'game.py': GAME.replace('MOST', '9').replace('ACTION', "''") },
    CRAWL
  )
  expect(wordless.checks).toMatchObject({ TextGame: true, runnable: true, error_msg: '' })
  const odd = await ran(context, 'text_game', { 'game.py': GAME.replace('MOST', '9').replace('ACTION', '7') }, CRAWL)
  expect(odd.checks).toMatchObject({ TextGame: true, runnable: false })
  expect(odd.checks.error_msg).toContain('AttributeError')
})
