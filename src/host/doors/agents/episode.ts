// One rollout of a reinforcement-learning client: a fork of the link where it began, which ends with whoever holds it.

import { randomUUID } from 'node:crypto'
import type { CallOutput, StreamEvent } from '../../../core/contract/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import { readJson } from '../../../core/observations/documents/value.ts'
import { isObject } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { AgentWorld } from './door.ts'

type Told = CallOutput<'agent.world'>

/** What came of an action. */
export type EpisodeOutcome = Omit<Extract<StreamEvent<'agent.act'>, { type: 'observed' }>, 'type'>

export interface Begin {
  seed?: number | undefined
  /** Counts from 0 in `agent.tasks`. */
  index?: number | undefined
  task?: string | undefined
}

export interface Episode {
  /** Another one after each `reset`. */
  id: string
  steps: number
  /** What is shown now. */
  text: string
  told: Told
  /** Begins anew, where the link began or at a task. @throws OrreryError not-found for no such task */
  reset(begin: Begin): Promise<void>
  /** One call of a tool, waited for to its end, or until `gone`. `expects`: what its agent says that it will come to. @throws OrreryError as `agent.act` does */
  act(tool: string, args: Record<string, Json>, gone?: AbortSignal, expects?: Json): Promise<EpisodeOutcome>
  /** One line of text, as `lineAction` reads it. @throws OrreryError invalid-input too for a text that is no action */
  say(line: string, gone?: AbortSignal): Promise<EpisodeOutcome>
  /** Stops what runs and gives the fork back. */
  leave(): Promise<void>
}

/** @throws OrreryError forbidden where the link's owner does not allow forks */
export async function beginEpisode(world: AgentWorld, client: string): Promise<Episode> {
  const allowed = await world.call('agent.world', {}, client)
  if (!allowed.forks) {
    throw new OrreryError(
      'forbidden',
      'Each session acts on a copy of its own, and this link may not be copied. Its owner can make one that allows forks.'
    )
  }
  const fork = await world.call('agent.fork', { at: 'start' }, client)
  const mine = world.of(fork.link)
  const stop = new AbortController()
  const episode: Episode = {
    id: randomUUID(),
    steps: 0,
    text: fork.text,
    told: allowed,
    async reset({ seed, index, task }) {
      const named = task ?? (index === undefined ? undefined : await taskAt(mine, index, client))
      const begin = { ...(seed !== undefined && { seed }), ...(named !== undefined && { task: named }) }
      episode.text = (await mine.call('agent.restart', begin, client)).text
      episode.told = await mine.call('agent.world', {}, client)
      episode.id = randomUUID()
      episode.steps = 0
    },
    async act(tool, args, gone, expects) {
      const asked = { tool, arguments: args, whole: true }
      const { type: _type, ...seen } = await mine.stream('agent.act', asked, {
        signal: gone ? AbortSignal.any([stop.signal, gone]) : stop.signal,
        client,
        expects
      })
      if (seen.step !== null) episode.steps++
      episode.text = seen.text
      if (seen.made) episode.told = await mine.call('agent.world', {}, client)
      return seen
    },
    say: async (line, gone) => {
      const { tool, args } = lineAction(episode.told, line)
      return episode.act(tool, args, gone)
    },
    async leave() {
      stop.abort()
      // The link may be revoked by now, and its forks with it.
      await mine.call('agent.leave', {}, client).catch(() => {})
    }
  }
  return episode
}

/** The task's text, where it is not told by what is shown. */
export function taskOf({ told, text }: Pick<Episode, 'told' | 'text'>): string | null {
  return told.task !== null && text.includes(told.task) ? null : told.task
}

/** @throws OrreryError not-found */
async function taskAt(world: AgentWorld, index: number, client: string): Promise<string> {
  const tasks = await world.call('agent.tasks', {}, client)
  const found = tasks[index]
  if (found) return found.name
  throw new OrreryError('not-found', `There is no task ${index}. There are ${tasks.length}, counted from 0.`)
}

/**
 * An action as one text: what a person would type, in worlds that take that; elsewhere the call of a tool as JSON.
 * @throws OrreryError invalid-input
 */
function lineAction({ line, tools }: Told, text: string): { tool: string; args: Record<string, Json> } {
  const value = readJson(text)?.value
  // `as`: JSON that was read is JSON.
  const given = isObject(value) ? (value as Record<string, Json>) : {}
  const name = given.tool_name ?? given.name
  const args = given.arguments ?? {}
  if (typeof name === 'string' && isObject(args)) return { tool: name, args }
  if (line) return { tool: line.tool, args: { [line.argument]: text } }
  const names = tools.map((tool) => tool.name).join(', ')
  throw new OrreryError(
    'invalid-input',
    `An action is the call of a tool as JSON: {"tool_name": "…", "arguments": {…}}. The tools are: ${names}.`
  )
}
