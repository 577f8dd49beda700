// The chain's steps as calls: what was asked, and whether the answer is an error.

import type { Domain } from '../../../core/domains/domain.ts'
import type { Document } from '../../../core/observations/documents/document.ts'
import { isObject } from '../../../core/text/json.ts'
import { visible } from '../../../core/text/visible.ts'
import type { Action, Step } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { FieldSchema } from './fields.ts'

/** The step's observation as what it is. Steps never change: each is read once. */
export function documentOf(domain: Domain, step: Pick<Step, 'action' | 'observation'>): Document {
  const known = read.get(step)
  if (known?.domain === domain) return known.document
  const { text } = step.observation
  const document = domain.document?.read(step.action, text) ?? { kind: 'text', text, error: false }
  read.set(step, { domain, document })
  return document
}
const read = new WeakMap<object, { domain: Domain; document: Document }>()

/** Whether the answer says of itself that the call failed. */
export function saysFailed(document: Document): boolean {
  if (document.kind === 'text' || document.kind === 'json') return document.error
  return document.kind === 'shell' && document.exitCode !== null && document.exitCode !== 0
}

/** A tool call's name and arguments; `null` for actions of another kind. */
export function toolCallIn(action: Action): { name: string; arguments: FieldSchema } | null {
  if (!isObject(action) || typeof action.name !== 'string') return null
  return { name: action.name, arguments: isObject(action.arguments) ? action.arguments : {} }
}

/** The address of the page that a call asked for, which its links are relative to. */
export function addressOf(action: Action): string | null {
  const url = toolCallIn(action)?.arguments.url
  return typeof url === 'string' ? url : null
}

export function toAction(name: string, args: Json): Action {
  return { name, arguments: args }
}

/** The action as a person checks it before it is sent. */
export const shown = (action: Action): string => visible(typeof action === 'string' ? action : JSON.stringify(action))
