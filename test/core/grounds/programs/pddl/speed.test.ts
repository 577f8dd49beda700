// 10,000 facts: what a step takes is measured by ORRERY_TIMES=1, and what it looks at is held here.
import { expect, it } from 'vitest'
import { changesBetween } from '../../../../../src/core/grounds/programs/changes.ts'
import { pddlProgram } from '../../../../../src/core/grounds/programs/pddl/play.ts'
import { writeAction } from '../../../../../src/core/grounds/programs/pddl/world.ts'
import { textsOf, worldOf } from './worlds.ts'

/** A grid of plots with a basket on most of them: 10,000 facts, of which 2,600 can change. */
function large(): { domain: string; problem: string } {
  const side = 50
  const plots = Array.from({ length: side * side }, (_, at) => `p${at}`)
  const baskets = plots.slice(0, 2500).map((_, at) => `b${at}`)
  const paths: string[] = []
  for (let at = 0; at < plots.length; at++) {
    if (at % side < side - 1) paths.push(`(path p${at} p${at + 1})`, `(path p${at + 1} p${at})`)
    if (at < plots.length - side) paths.push(`(path p${at} p${at + side})`, `(path p${at + side} p${at})`)
  }
  const ins = baskets.map((one, at) => `(in ${one} p${at})`)
  return {
    domain: textsOf('orchard').domain,
    problem: `(define (problem large) (:domain orchard) (:objects ${plots.join(' ')} - plot mina - picker ${baskets.join(' ')} - basket)
      (:init (in mina p0) (free mina) ${ins.join(' ')} ${paths.join(' ')} (ripe p7)) (:goal (filled b0)))`
  }
}

it('plays a world of 10,000 facts', () => {
  const texts = large()
  expect(texts.problem.match(/\((?:in|free|path|ripe) /g)?.length).toBeGreaterThan(10_000)
  const world = worldOf(texts)
  const program = pddlProgram({ world, grammar: null, walkthrough: null })
  let state = changesBetween({}, program.init('0'), 'init').state
  const times: number[] = []
  const lines = ['lift mina b0 p0', ...Array.from({ length: 20 }, (_, at) => `walk mina p${at} p${at + 1}`)]
  for (const text of lines) {
    const began = process.cpuUsage()
    const step = program.step(state, { door: 'text', text })
    expect(step?.error).toBeUndefined()
    state = changesBetween(state, step?.state, 'step').state
    expect(program.actions(state).commands?.length).toBeGreaterThan(2)
    times.push(process.cpuUsage(began).user / 1000)
  }
  if (process.env.ORRERY_TIMES)
    console.log({ first: times[0], median: times.toSorted((a, b) => a - b)[10], worst: Math.max(...times) })
  // What is tried does not grow with the world.
  const work = { left: 100 }
  expect(world.applicable(world.initial, { work }).map(writeAction)).toHaveLength(3)
  expect(work.left).toBeGreaterThan(0)
})
