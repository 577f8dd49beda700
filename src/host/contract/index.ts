// Every handler of the contract, topic by topic. A new call is a line in its topic's file; the compiler says when one is missing.
import type { Handlers } from '../../core/contract/index.ts'
import { agentHandlers } from './agents.ts'
import { appHandlers } from './app.ts'
import { endpointHandlers } from './endpoint.ts'
import { fictionHandlers } from './fictions.ts'
import { formatHandlers } from './formats.ts'
import { judgingHandlers } from './judging.ts'
import { modelHandlers } from './models.ts'
import type { HostParts } from './parts.ts'
import { perturbationHandlers } from './perturbations.ts'
import { programHandlers } from './programs.ts'
import { promptHandlers } from './prompts.ts'
import { runHandlers } from './runs.ts'
import { sampleHandlers } from './samples.ts'
import { scenarioHandlers } from './scenarios.ts'
import { stepHandlers } from './steps.ts'
import { toolHandlers } from './tools.ts'
import { variationHandlers } from './variations.ts'
import { worldHandlers } from './worlds.ts'

export function allHandlers(parts: HostParts): Pick<Handlers, 'calls' | 'streams'> {
  const app = appHandlers(parts)
  const worlds = worldHandlers(parts)
  const fictions = fictionHandlers(parts)
  const samples = sampleHandlers(parts)
  const scenarios = scenarioHandlers(parts)
  const steps = stepHandlers(parts)
  const prompts = promptHandlers(parts)
  const tools = toolHandlers(parts)
  const programs = programHandlers(parts)
  const models = modelHandlers(parts)
  const formats = formatHandlers(parts)
  const runs = runHandlers(parts, {
    step: (input, options) => steps.take(input, { ...options, unattended: true }),
    dryRun: steps.dryRun
  })
  const judging = judgingHandlers(parts)
  const endpoint = endpointHandlers(parts)
  const agents = agentHandlers(parts, {
    take: steps.take,
    dryRun: steps.dryRun,
    create: worlds.calls['worlds.create']
  })
  const variations = variationHandlers(parts, runs)
  return {
    calls: {
      ...app.calls,
      ...worlds.calls,
      ...fictions.calls,
      ...samples.calls,
      ...scenarios.calls,
      ...steps.calls,
      ...prompts.calls,
      ...tools.calls,
      ...programs.calls,
      ...perturbationHandlers.calls,
      ...models.calls,
      ...formats.calls,
      ...runs.calls,
      ...judging.calls,
      ...agents.calls,
      ...endpoint.calls,
      // A world goes with the links to it.
      'worlds.delete': async (asked) => {
        await agents.leave(asked.session)
        return worlds.calls['worlds.delete'](asked)
      }
    },
    streams: {
      ...steps.streams,
      ...tools.streams,
      ...programs.streams,
      ...fictions.streams,
      ...models.streams,
      ...formats.streams,
      ...runs.streams,
      ...agents.streams,
      ...endpoint.streams,
      ...variations.streams
    }
  }
}
