// Records a sample session from a real shell: node test/record/terminal.ts NAME > resources/samples/NAME.jsonl
// Needs Linux, tmux, git and python3, and root to make the user `ada` whose shell is recorded. The screen is read as
// Terminus-2 reads it: 160x40, one look after each action.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { terminal } from '../../src/core/domains/terminal/index.ts'
import { orrery } from '../../src/core/formats/exporters/orrery.ts'
import { assistantTurn } from '../../src/core/step/prompt.ts'
import { makeStep, stepSeed } from '../../src/core/tree/history.ts'
import { type Action, type Call, Setup, type Step } from '../../src/core/tree/model.ts'
import { written } from '../core/trees.ts'

interface Sample {
  title: string
  notes: string
  programs?: string
  prepare: string
  actions: [keystrokes: string, duration?: number][]
}
const SAMPLES: Record<string, Sample> = {
  'first-steps': {
    title: 'First steps in a shell',
    notes:
      'Recorded from a real Debian shell: files, a pipeline, a small program, a typo, and a command that is interrupted.',
    prepare: `printf 'mercury 57.9\\nvenus 108.2\\nearth 149.6\\nmars 227.9\\njupiter 778.5\\nsaturn 1432.0\\n' > planets.txt`,
    actions: [
      ['ls -la\n'],
      ['cat planets.txt\n'],
      ['sort -k2 -n -r planets.txt | head -3\n'],
      ['awk \'{ sum += $2 } END { printf "mean %.1f million km\\n", sum / NR }\' planets.txt\n'],
      ['mkdir -p orbits && cd orbits\n'],
      [
        "cat > period.py <<'EOF'\n# Kepler's third law: years from millions of km\nfor line in open('../planets.txt'):\n    name, distance = line.split()\n    print(f'{name:<8} {(float(distance) / 149.6) ** 1.5:7.2f} years')\nEOF\n"
      ],
      ['python3 period.py\n'],
      ['pyhton3 period.py\n'],
      ['python3 period.py > periods.txt; wc periods.txt; grep -c e periods.txt\n'],
      ['sleep 60; echo done\n', 1],
      ['', 1],
      ['C-c'],
      ['echo $?\n'],
      ['cd .. && du -sh orbits\n']
    ]
  },
  'git-repair': {
    title: 'Repairing a small project',
    notes:
      'Recorded from a real Debian shell: a failing test is found, the program is mended, and the change is committed.',
    prepare: [
      'mkdir calc && cd calc && git init -q -b main',
      'git config user.name Ada && git config user.email ada@example.org',
      "printf 'def add(a, b):\\n    return a + b\\n\\n\\ndef divide(a, b):\\n    return a / b\\n' > calc.py",
      'printf \'import unittest\\nfrom calc import add, divide\\n\\n\\nclass TestCalc(unittest.TestCase):\\n    def test_add(self):\\n        self.assertEqual(add(2, 3), 5)\\n\\n    def test_divide_by_zero(self):\\n        self.assertIsNone(divide(1, 0))\\n\\n\\nif __name__ == "__main__":\\n    unittest.main()\\n\' > test_calc.py',
      "printf '__pycache__\\n' > .gitignore",
      'git add calc.py .gitignore && git commit -q -m "Add and divide"',
      'git add test_calc.py && git commit -q -m "Test division by zero"'
    ].join('\n'),
    actions: [
      ['cd calc && ls\n'],
      ['git log --oneline\n'],
      ['python3 -m unittest\n'],
      ['cat calc.py\n'],
      ["sed -i 's|    return a / b|    return a / b if b else None|' calc.py\n"],
      ['git diff | cat\n'],
      ['python3 -m unittest\n'],
      ['git commit -am "Divide by zero gives None"\n'],
      ['git status\n'],
      ['git psuh\n'],
      ['git show --stat HEAD | cat\n']
    ]
  },
  'full-screen': {
    title: 'An editor and a pager',
    notes:
      'Recorded from a real Debian shell: a list is written in vim, read in less, and what scrolled by before is there again after each.',
    programs: 'vim, ',
    prepare: `printf 'flour\\nsugar\\n' > shopping.txt`,
    actions: [
      ['cat shopping.txt\n'],
      ['vim -N -u NONE shopping.txt\n'],
      ['Go'],
      ['milk\neggs'],
      ['\u001b', 2],
      [':wq\n'],
      ['cat -n shopping.txt\n'],
      ['seq 1 120 | less\n'],
      [' '],
      ['G'],
      ['q'],
      ['wc -l shopping.txt\n']
    ]
  }
}

const name = process.argv[2] ?? ''
const sample = SAMPLES[name]
if (!sample) throw new Error(`Name a sample to record: ${Object.keys(SAMPLES).join(', ')}`)

const HOME = '/home/ada'
// A clean environment, the same on every machine; the dates make git's hashes the same too.
const script = join(mkdtempSync(join(tmpdir(), 'orrery-record-')), 'shell')
writeFileSync(
  script,
  `#!/bin/bash
cd ${HOME}
exec env -i HOME=${HOME} USER=ada LANG=C.UTF-8 TERM=xterm PATH=/usr/local/bin:/usr/bin:/bin PS1='ada@debian:\\w\\$ ' \
  GIT_AUTHOR_DATE='2026-03-02T09:00:00Z' GIT_COMMITTER_DATE='2026-03-02T09:00:00Z' bash --norc --noprofile "$@"
`
)
chmodSync(dirname(script), 0o755)
chmodSync(script, 0o755)
const tmux = (...args: string[]) => execFileSync('tmux', ['-L', 'orrery-record', ...args], { encoding: 'utf8' })

execFileSync('useradd', ['-m', '-k', '/dev/null', '-s', '/bin/bash', 'ada'])
execFileSync('runuser', ['-u', 'ada', '--', script, '-c', sample.prepare])
tmux('new-session', '-d', '-x', '160', '-y', '40', `runuser -u ada -- ${script}`)
await sleep(1000)

const setup = Setup.parse({
  domain: 'terminal',
  initialState: `A Debian 12 machine, x86_64, hostname debian, with git, ${sample.programs ?? ''}Python 3.11 and the usual shell tools.\nUser ada, home /home/ada, shell bash.\nThe home folder was made by:\n${sample.prepare}\n\nThe terminal shows:\n${screen().trimEnd()} `
})
const steps: Step[] = []
const calls: Call[] = []
let before = screen()
let at = Date.parse('2026-11-21T09:00:00Z')
for (const [keystrokes, duration = 1] of sample.actions) {
  const action: Action = terminal.action.parse([{ keystrokes, duration }])
  if (/^C-\w$/.test(keystrokes)) tmux('send-keys', keystrokes)
  else
    for (const line of keystrokes.split(/(?<=\n)/)) {
      if (line.replace(/\n$/, '')) tmux('send-keys', '-l', line.replace(/\n$/, ''))
      if (line.endsWith('\n')) tmux('send-keys', 'Enter')
    }
  await sleep(duration * 1000)
  // A full-screen program has a screen of its own; what scrolled by is kept beneath it.
  const picture = tmux('display-message', '-p', '#{alternate_on}').trim() === '1'
  const after = picture ? before : screen()
  const text = picture ? tmux('capture-pane', '-p').trimEnd() : fresh(before, after)
  const step = await makeStep(steps.at(-1)?.id ?? null, action, { text })
  const seed = await stepSeed(setup.seed, step.parent)
  steps.push(step)
  calls.push({
    id: `${name}-${steps.length}`,
    step: step.id,
    session: name,
    branch: `${name}-main`,
    engine: 'recorded',
    model: { name: 'GNU bash 5.2 on Debian 12', hash: null },
    seed,
    setup,
    template: 'standard',
    instruction: '',
    firings: [],
    raw: assistantTurn(step.observation.text),
    thinking: '',
    warnings: [],
    tokens: { prompt: 0, cached: 0, generated: 0 },
    ms: { first: 50, total: duration * 1000 },
    createdAt: at,
    trace: null
  })
  before = after
  at += 5000
}
tmux('kill-server')
await sleep(500)
execFileSync('userdel', ['-r', 'ada'], { stdio: 'ignore' })

const session = { id: name, title: sample.title, notes: sample.notes, domain: 'terminal', createdAt: at, updatedAt: at }
const branch = {
  id: `${name}-main`,
  session: name,
  title: 'main',
  tip: steps.at(-1)?.id ?? null,
  fork: null,
  setup,
  createdAt: at
}
process.stdout.write(await written(orrery, { session, branches: [branch], steps, calls }))

/** The whole scrollback with wrapped lines joined, without the blank rows below the cursor. */
function screen(): string {
  return tmux('capture-pane', '-p', '-J', '-S', '-').replace(/\s+$/, '')
}

/** What appeared since the last look: from the line that the terminal was waiting at. A finished command ends in a prompt. */
function fresh(last: string, now: string): string {
  const text = now
    .split('\n')
    .slice(last.split('\n').length - 1)
    .map((line) => line.trimEnd())
    .join('\n')
  return /\$$/.test(text) ? `${text} ` : text
}
