// The rule against counting on, held against what real programs and worlds print: it must end none of it.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import { lines, readLine } from '../../src/core/formats/importers/lines.ts'
import { domainOf, readResponse, readSetup, Sample } from '../../src/core/formats/importers/samples.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { mayCount } from '../../src/core/observations/terminal/counts.ts'
import { createCounting } from '../../src/core/step/counting.ts'
import { readUserTurn } from '../../src/core/step/turns.ts'
import { Setup } from '../../src/core/tree/model.ts'
import { must } from '../must.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const countsOn = (text: string) => createCounting().push(`${text}\n`)

describe('nothing real is ended for counting on', () => {
  test('in the held-out turns of the model that comes along', () => {
    let judged = 0
    const ended: string[] = []
    for (const line of lines(readFileSync(join(root, 'model/held-out-200.jsonl'), 'utf8'))) {
      const read = readLine(line, Sample)
      const domain = 'value' in read ? domainOf(read.value) : null
      if (!('value' in read) || !domain) throw new Error(`Line ${line.number} is no sample of a domain.`)
      const { prompt, response } = read.value
      const setup = Setup.parse({ domain: domain.id, ...readSetup(domain, read.value).setup })
      const past: ReturnType<typeof domain.read>[] = []
      for (const [index, text] of prompt.entries()) {
        const action = domain.read(readUserTurn(text).action)
        if (!(domain.prediction.counts?.(action, setup, past) ?? true)) {
          judged++
          if (countsOn(readResponse(must(response[index])))) ended.push(domain.format(action))
        }
        past.push(action)
      }
    }
    expect(ended).toEqual([])
    expect(judged).toBeGreaterThan(50)
  })

  test('in the samples and the fixtures', async () => {
    const files = ['resources/samples', 'test/fixtures'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => join(root, folder, name))
    )
    const ended: string[] = []
    let steps = 0
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      const { trees } = await readText(text, { now: 0 })
      for (const tree of trees) {
        const setup = must(tree.branches[0]).setup
        const domain = findDomain(setup.domain)
        const past: (typeof tree.steps)[number]['action'][] = []
        for (const { action, observation } of tree.steps) {
          steps++
          const may = domain.prediction.counts?.(action, setup, past) ?? true
          if (!may && countsOn(observation.text)) ended.push(`${file}: ${domain.format(action)}`)
          past.push(action)
        }
      }
    }
    expect(ended).toEqual([])
    expect(steps).toBeGreaterThan(100)
  })

  // Each as a person would type it in this repository. What this machine has not is named in the output.
  const COMMANDS = [
    ...['seq 1 500', 'for i in $(seq 1 90); do echo "line $i"; done', 'ls -l src/core', 'ls -la', 'git log --oneline'],
    ...[
      'git log | head -n 200',
      'du -a src',
      'df',
      'df -h',
      'ps aux',
      'cal 2026',
      'nl src/core/world.ts',
      'cat -n SPEC.md'
    ],
    ...[
      'od -A d -t x1 package.json',
      'hexdump -C package.json',
      'cat /proc/cpuinfo',
      'cat /proc/interrupts',
      'env',
      'id'
    ],
    ...[
      'cat /etc/services',
      'cat /etc/passwd',
      'cat /etc/group',
      'head -n 100 package-lock.json',
      'cat package-lock.json'
    ],
    ...[
      'find src -name "*.ts"',
      'wc -l src/core/*.ts',
      'grep -n import src/core/world.ts',
      'grep import src/core/world.ts'
    ],
    ...[
      'cat src/core/api.ts',
      'sort package.json',
      'cat CHANGELOG.md',
      'rev SPEC.md',
      'fold -w 20 SPEC.md',
      'tac SPEC.md'
    ],
    ...[
      'cut -c 1-9 SPEC.md',
      'date',
      'uptime',
      'free',
      'mount',
      'lscpu',
      'awk "{print NR}" SPEC.md',
      'uname -a',
      'who'
    ],
    ...['cat docs/bench/*.json', 'cat resources/models.json', 'cat model/README.md', 'uniq -c SPEC.md', 'stat *']
  ]
  test('by programs on this machine', async () => {
    const missing: string[] = []
    const ended: string[] = []
    let counted = 0
    for (const command of COMMANDS) {
      const output = await run('sh', ['-c', command], { cwd: root, maxBuffer: 2 ** 28, timeout: 20_000 }).then(
        ({ stdout }) => stdout,
        (error: { stdout?: string }) => error.stdout ?? ''
      )
      if (!output) missing.push(command)
      if (!countsOn(output)) continue
      counted++
      if (!mayCount(`${command}\n`, { past: [], initialState: '' })) ended.push(command)
    }
    if (missing.length) console.log(`Nothing was printed here by: ${missing.join(', ')}`)
    expect(ended).toEqual([])
    // The rule sees what counts, so that it is the command that saves it.
    expect(counted).toBeGreaterThanOrEqual(2)
  })
})
