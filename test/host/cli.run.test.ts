import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DivergenceTree } from '../../src/core/control/divergence-tree.ts'
import type { Engine } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { readScenarioFile } from '../../src/host/library/scenario-file.ts'
import { scripted, shows } from '../doors/served.ts'
import { counters, counting } from './control/runs/counters.ts'
import { recorded } from './control/runs/recorded.ts'

let folder = ''
let engine: Engine | undefined
const before = process.env.ORRERY_HOME
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-run-'))
  engine = undefined
  process.env.ORRERY_HOME = join(folder, 'home')
})
afterEach(async () => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  await rm(folder, { recursive: true, force: true })
})

async function orrery(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {})(),
    stdout: {
      write(text: string | Uint8Array) {
        out += String(text)
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    }
  }
  const code = await main(argv, io, {
    open: (options) => createHost({ ...options, ...(engine && { engine }), tempo: 0 })
  })
  return { code, out, err }
}

async function file(name: string, content: object | string): Promise<string> {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const failing = { checks: [{ name: 'impossible', at: 2, expect: { observation: 'never printed' } }] } as never

describe('31.9 orrery run', () => {
  it('names a run after its scenarios and options: another name would resume nothing', async () => {
    const path = await file('named.json', { ...counting, matrix: { seeds: [1, 2] } })
    engine = counters
    await orrery('run', path)
    const more = ['--matrix', '--repeat', '2', '--shard', '1/2', '--only', 'seed 2']
    await orrery('agent', 'run', '--scenario', path, ...more)
    const names = (await readdir(join(folder, 'home/runs/scenarios'))).filter((name) => name.endsWith('.json'))
    expect(names.sort()).toEqual(['run-3a567ffd6da9d791.json', 'run-6119b17420a2bfc3.json'])
  })

  it('exits with 0 when all checks hold, 100 when one does not, 1 on an error', async () => {
    const good = await file('good.json', recorded())
    expect(await orrery('run', good)).toMatchObject({ code: 0, out: expect.stringContaining('1 passed (1 runs).') })
    // Before anything is run.
    const nowhere = join(folder, 'none', 'out.xml')
    expect(await orrery('run', good, '--junit', nowhere)).toEqual({
      ...{ code: 1, out: '' },
      err: `orrery: There is no folder "${join(folder, 'none')}" to write "${nowhere}" in. Make it first. (not-found)\n`
    })
    expect((await orrery('run', good, '--html', folder)).err).toBe(
      `orrery: "${folder}" is a folder. Name a file. (invalid-input)\n`
    )
    expect((await orrery('run', good, '--only', 'zzz')).err).toMatch(
      /^orrery: No variant has "zzz" in its name\. There are: "recorded.*"\. \(not-found\)\n$/
    )
    expect((await orrery('run', good, '--jobs', 'x')).err).toContain('expected a whole number of at least 1')
    const csv = join(folder, 'none.csv')
    expect((await orrery('fiction', 'import', csv, '--name', 'x')).err).toBe(
      `orrery: There is no file "${csv}". Check the path. (not-found)\n`
    )
    const bad = await file('bad.json', recorded(failing))
    const run = await orrery('run', bad, '--reporter', 'agent')
    expect(run.code).toBe(100)
    expect(run.out).toMatch(
      /^FAIL: .*\n- fail recorded: impossible: It does not hold in turn 2\. \(turn 2\)\n {2}repeat: orrery run /
    )
    const none = await orrery('run', join(folder, 'none.yaml'))
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('There is no file') })
  })

  it('orrery agent run --adversarial says what was safe and what was done', async () => {
    const path = await file('good.json', recorded())
    const run = await orrery('agent', 'run', '--scenario', path, '--agent', 'script', '--adversarial')
    expect(run.err).toMatch(/Safety, by rule:\n {2}recorded, [\s\S]*: no harm in 1 of 1 runs that were tempted\n/)
    expect(run.err).toMatch(
      /Helpfulness, by the scenario’s own checks:\n[\s\S]*recorded, none: the task was done in 1 of 1/
    )
  })

  it('--judge adds the model’s opinion of each run', async () => {
    const path = await file('good.json', recorded())
    const adversarial = ['agent', 'run', '--scenario', path, '--agent', 'script', '--adversarial', '--judge']
    const says = JSON.stringify({ why: 'It left the secret alone in turn 2.', harm: 0, help: 3 })
    engine = scripted(({ shape }) => (shape.schema ? says : shows('done')))
    const run = await orrery(...adversarial)
    expect(run.err).toMatch(
      /A second opinion, by scripted[\s\S]*\n {2}recorded, [^\n]*: harm 0, help 3\. It left the secret/
    )
    expect(await orrery('agent', 'run', '--scenario', path, '--judge')).toMatchObject({ code: 2 })
  })

  it('--parted tells where repeats parted, as lines and as JSON', async () => {
    const path = await file('count.json', counting)
    engine = counters
    const command = ['agent', 'run', '--scenario', path, '--repeat', '5']
    const { out } = await orrery(...command, '--parted')
    const [, , tree] = out.split('\n\n').slice(-3)
    expect(tree).toBe(`Where 5 runs of count-errors parted:
  all 5 runs, turn 1
    turn 2: different actions
      grep -c ERROR app.log: 3 runs, turn 2
        turn 2: the world answered differently
          line 2, "3": 2 runs, turns 2 to 4
            runs 1, 3 passed
          line 2, "grep: app.log: No such file or directory": 1 run, turn 2
            run 5 FAILED: the number is right: It does not hold in turn 2.
      cat app.log: 2 runs, turn 2
        turn 3: different actions
          echo 3 > answer.txt: 1 run, turns 3 to 4
            run 2 passed
          echo 4 > answer.txt: 1 run, turns 3 to 4
            run 4 FAILED: the number is right: It does not hold in turn 4.
`)
    const json = await orrery(...command, '--parted', '--json')
    const { groups } = JSON.parse(json.out)
    expect(groups.map(({ parted }: { parted: unknown }) => DivergenceTree.parse(parted).runs.length)).toEqual([5])
    const plain = await orrery(...command, '--json')
    expect(JSON.parse(plain.out).groups[0]).not.toHaveProperty('parted')
    expect(await orrery('run', path, '--parted')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--parted compares repeats. Add --repeat with 2 or more.')
    })
  })

  it('writes JUnit and HTML, and annotates for GitHub', async () => {
    const bad = await file('bad.json', recorded({ ...(failing as object), title: 'A <b>&"' } as never))
    const { out } = await orrery(
      'run',
      bad,
      '--junit',
      join(folder, 'o.xml'),
      '--html',
      join(folder, 'o.html'),
      '--reporter',
      'github'
    )
    expect(out).toMatch(/^::error file=.*bad\.json,line=1,title=recorded::0 of 1 passed\. impossible/)
    const xml = await readFile(join(folder, 'o.xml'), 'utf8')
    expect(xml).toContain('<testsuites tests="1" failures="1" skipped="0"')
    expect(xml).toContain('<failure type="check" message="impossible: It does not hold in turn 2.">')
    expect(xml).toContain('name="A &lt;b&gt;&amp;&quot;"')
    const html = await readFile(join(folder, 'o.html'), 'utf8')
    expect(html).toContain('A &lt;b&gt;&amp;&quot;')
    expect(html).not.toMatch(/<script|<b>/)
  })

  it('names the scenarios of a folder that check nothing', async () => {
    await file('all/good.json', recorded())
    await file('all/bare.json', recorded({ name: 'bare', checks: [] }))
    await file('all/below/deeper.json', recorded({ name: 'deeper' }))
    const { code, out, err } = await orrery('run', join(folder, 'all'))
    expect([code, out]).toEqual([0, expect.stringContaining('1 passed (1 runs).')])
    expect(err).toContain('Not run, because they have no checks (1): bare.')
    const none = await orrery('run', join(folder, 'all/bare.json'))
    expect(none).toMatchObject({
      code: 100,
      out: expect.stringContaining('The scenario checks nothing. Add "checks" to its file')
    })
  })

  it('runs shards, and merges them into one report', async () => {
    const good = await file('good.json', recorded())
    for (const index of [1, 2]) {
      process.env.ORRERY_HOME = join(folder, `part${index}`)
      expect((await orrery('run', good, '--repeat', '5', '--shard', `${index}/2`)).code).toBe(0)
    }
    const parts = [join(folder, 'part1'), join(folder, 'part2')]
    for (const _ of ['once', 'and again'])
      expect(await orrery('merge', ...parts, '--into', join(folder, 'all'))).toMatchObject({
        code: 0,
        out: expect.stringContaining('recorded: 5 of 5 passed')
      })
    process.env.ORRERY_HOME = join(folder, 'all')
    const { out } = await orrery('sessions', '--json')
    expect(JSON.parse(out)).toHaveLength(5)
    expect(await orrery('merge', join(folder, 'nothing'), '--into', join(folder, 'all'))).toMatchObject({ code: 1 })
  })

  it('runs the matrix, and one variant with its baseline', async () => {
    const matrix = {
      seeds: [1, 2],
      perturbations: { odd: [{ name: 'flaky', options: { instruction: 'x', rate: 0 } }] }
    }
    const path = await file('m.json', recorded({ matrix } as never))
    const all = await orrery('run', path, '--matrix', '--json')
    const groups = JSON.parse(all.out).groups.map((one: { variant: string; verdict: string }) => [
      one.variant,
      one.verdict
    ])
    expect(groups).toEqual([
      ['none, seed 1', 'pass'],
      // It never fires.
      ['odd, seed 1', 'inconclusive'],
      ['none, seed 2', 'pass'],
      ['odd, seed 2', 'inconclusive']
    ])
    expect(all.code).toBe(100)
    expect((await orrery('run', path, '--matrix', '--allow-inconclusive')).code).toBe(0)
    const one = await orrery('run', path, '--matrix', '--only', 'odd, seed 2', '--json')
    expect(JSON.parse(one.out).groups).toHaveLength(3)
  })
})

describe('scenario files', () => {
  const problems = (path: string) =>
    readScenarioFile(path).problems.map(({ line, column, message }) => `${line}:${column} ${message}`)

  it('say what is wrong, where, and what was probably meant', async () => {
    const path = await file(
      'a.yaml',
      `name: a
title: A
description: x
setup:
  domian: mcp
  perturbations:
    - name: flaky
      when: {evry: 2}
checks:
  - name: c
    axes: Err
    expect: {jsn: $.a}
  - name: d
    expect: {observation: 3}
`
    )
    expect(problems(path)).toEqual([
      '4:1 "domain" is missing (a text).',
      '5:3 There is no "domian" here. Did you mean "domain"?',
      '8:14 There is no "evry" here. Did you mean "every"?',
      '11:5 There is no "axes" here. Did you mean "axis"?',
      '12:14 There is no "jsn" here. Did you mean "json"?',
      '14:14 Expected a text or an object, not 3.'
    ])
  })

  it('include files beside them, with the places of their errors', async () => {
    await file(
      'parts/base.yaml',
      'title: Base\ndescription: ""\nsetup: {domain: mcp}\nchecks:\n  - {name: one, expect: {tool: "*"}}\n'
    )
    const path = await file(
      'b.yaml',
      'include: parts/base.yaml\nname: b\ntitle: Mine\nchecks:\n  - {name: two, expct: {tool: x}}\n'
    )
    expect(problems(path)).toEqual([
      '5:5 "expect" is missing.',
      '5:17 There is no "expct" here. Did you mean "expect"?'
    ])
    const good = await file(
      'c.yaml',
      'include: [parts/base.yaml]\nname: c\ntitle: Mine\nchecks:\n  - {name: two, expect: {tool: get_issue}}\n'
    )
    expect(readScenarioFile(good)).toMatchObject({
      problems: [],
      scenario: { title: 'Mine', checks: [{ name: 'one' }, { name: 'two' }], setup: { domain: 'mcp' } }
    })
  })

  it.each([
    ['a file outside of its folder', 'include: ../secret.yaml\n', /not in the folder/],
    ['a file by its whole path', 'include: /etc/hostname\n', /not in the folder/],
    ['a link that leaves the folder', 'include: link.yaml\n', /not in the folder/],
    ['itself', 'include: hostile.yaml\n', /includes itself/],
    [
      'aliases that multiply',
      `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n`,
      /alias/i
    ],
    ['nesting without end', `name: ${'['.repeat(2000)}${']'.repeat(2000)}\n`, /nested more than 100 levels deep/],
    ['what is no YAML', 'name: [1\n', /not YAML/]
  ])('refuse %s', async (_, text, why) => {
    await writeFile(join(folder, 'secret.yaml'), 'title: secret\n')
    const path = await file('inner/hostile.yaml', text)
    await symlink(join(folder, 'secret.yaml'), join(folder, 'inner', 'link.yaml'))
    const told = (() => {
      try {
        return problems(path).join('\n')
      } catch (error) {
        return String(error)
      }
    })()
    expect(told).toMatch(why)
    expect(told).not.toContain('secret\n')
  })

  it('are the same as YAML and as JSON', async () => {
    const json = await file('r.json', recorded())
    const yaml = await file('r.yaml', (await import('yaml')).stringify(recorded()))
    expect(readScenarioFile(yaml)).toEqual(readScenarioFile(json))
    expect(parse('a: 1')).toEqual({ a: 1 })
  })
})
