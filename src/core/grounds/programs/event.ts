// Between a world and its program: an action as an event at a door, and what a step comes to as an observation.

import type { Domain } from '../../domains/domain.ts'
import { writeResponse } from '../../domains/http-response.ts'
import { toolCallOf } from '../../domains/tool-call.ts'
import { OrreryError } from '../../errors.ts'
import type { Action } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { StepResult } from '../../tree/result.ts'
import { bodyEvent } from './bodies.ts'
import { HttpAnswer, type ProgramActions, type ProgramEvent, type ProgramStep, ToolAnswer } from './program.ts'

const isShown = (door: ProgramEvent['door']): door is 'page' | 'phone' | 'desktop' =>
  door === 'page' || door === 'phone' || door === 'desktop'

export function eventOf(door: NonNullable<Domain['door']>, action: Action): ProgramEvent {
  if (door === 'text') return { door, text: String(action) }
  if (isShown(door)) return { door, call: typeof action === 'string' ? action : JSON.stringify(action) }
  const { name, arguments: given, door: body } = toolCallOf(action)
  if (body) return bodyEvent(body, given)
  return { door, tool: name, arguments: given }
}

/** @param actions what can be done after it */
export function answerOf(
  door: ProgramEvent['door'],
  step: Omit<ProgramStep, 'state'>,
  actions: ProgramActions
): { text: string; result?: StepResult } {
  if (door === 'text')
    return { text: sceneOf(step, actions), ...(step.error !== undefined && { result: { isError: true } }) }
  if (door === 'http') return httpAnswer(step)
  if (isShown(door)) {
    const { error, answer } = step
    return { text: error ?? textOf(answer ?? ''), result: { isError: error !== undefined } }
  }
  if (step.error !== undefined) return { text: step.error, result: { isError: true } }
  const { answer = null } = step
  const { success, data } = ToolAnswer.safeParse(answer)
  if (!success || !Object.keys(data).length) return { text: textOf(answer), result: { isError: false } }
  const { content, isError = false, structuredContent } = data
  const text = content
    ? content.map(({ text: block }) => textOf(block ?? '')).join('\n')
    : textOf(structuredContent ?? '')
  const plain = content?.every(({ type }) => type === 'text') && content.length === 1
  return {
    text,
    result: {
      isError,
      ...(content && !plain && { content }),
      ...(structuredContent && { structuredContent })
    }
  }
}

function httpAnswer(step: Omit<ProgramStep, 'state'>): { text: string; result: StepResult } {
  const data = responseOf(step)
  return { text: writeResponse(data), result: { isError: data.status >= 400 } }
}

/** A refusal is a request that the world does not take: 400. @throws OrreryError engine-failed for an answer that is no response */
export function responseOf({ answer, error }: Omit<ProgramStep, 'state'>): HttpAnswer {
  const { success, data } = HttpAnswer.safeParse(error === undefined ? answer : { status: 400, body: { error } })
  if (success) return data
  throw new OrreryError(
    'engine-failed',
    'The program answers a request of HTTP with something else than a response. Answer {status, headers, body}, of which status is a number.'
  )
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** The text of a scene, and the three lines that text environments end with, where the program says something of them. */
export function sceneOf(
  { answer, error, reward, done }: Omit<ProgramStep, 'state'>,
  { commands }: ProgramActions
): string {
  const text = error ?? textOf(answer ?? '')
  if (reward === undefined && done === undefined && !commands) return text
  return `${text}\n\nReward: ${reward ?? 0}\nDone: ${done ?? false}\nAdmissible actions: ${done ? '' : (commands ?? []).join(', ')}`.trimEnd()
}
