// A world's past: content-hashed steps, and chains of them.

import type { Action, Observation, Step, StepId } from './model.ts'

/**
 * Names a step by what it is: SHA-256, in hex, of the canonical JSON of `[parent, action, observation]`. Equal steps after equal pasts
 * have equal ids on every machine, so importing a tree twice adds nothing and a fork is only a pointer.
 */
export async function stepId(parent: StepId | null, action: Action, observation: Observation): Promise<StepId> {
  return sha256(canonical([parent, action, { ...observation }]))
}

/** A whole step from its parts. */
export async function makeStep(parent: StepId | null, action: Action, observation: Observation): Promise<Step> {
  return { id: await stepId(parent, action, observation), parent, action, observation }
}

/**
 * An id made from content, for records that came without one: the same content has the same id everywhere, so importing it twice adds
 * nothing. Looks like the UUIDs that new records get.
 */
export async function contentId(content: Action): Promise<string> {
  const hex = await sha256(canonical(content))
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/**
 * Which branch each one left: the first made, before it, that holds the step it left at. `chains` are the step ids of each
 * branch from the root, in the order the branches were made.
 */
export function lineage(
  chains: { branch: string; fork: StepId | null; steps: StepId[] }[]
): { branch: string; parent: string | null; at: number }[] {
  const first = new Map<StepId, { branch: string; at: number }>()
  return chains.map(({ branch, fork, steps }) => {
    const left = fork === null ? undefined : first.get(fork)
    for (const [index, step] of steps.entries()) if (!first.has(step)) first.set(step, { branch, at: index + 1 })
    return { branch, parent: left?.branch ?? null, at: left?.at ?? 0 }
  })
}

/** JSON with object keys sorted at every level, so that equal values have equal text. */
export function canonical(value: Action): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner
  )
}

/** SHA-256 in hex of the value's canonical JSON. */
export const hashOf = (value: Action): Promise<string> => sha256(canonical(value))

/** A number in [0, 1) that depends on `key` alone: the only chance core knows. */
export async function draw(key: string): Promise<number> {
  // 13 hex digits are 52 bits, what a double holds exactly.
  return Number.parseInt((await sha256(key)).slice(0, 13), 16) / 2 ** 52
}

/** The seed of the step after `parent`: 0 to 2^31-1, what llama.cpp and OpenAI-compatible servers both take. */
export async function stepSeed(seed: number, parent: StepId | null): Promise<number> {
  return Math.floor((await draw(`seed|${seed}|${parent ?? ''}`)) * 2 ** 31)
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
