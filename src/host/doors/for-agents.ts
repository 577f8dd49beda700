// What agents get of answers that people get whole: the world as it shows itself, not how its answers were made.
import type { CallOutput, StreamEvent } from '../../core/api.ts'
import type { Call } from '../../core/model.ts'

/** @param value what the handler of this call or this stream gave; `undefined` comes back for an event that agents do not get */
export function forAgents(name: string, value: unknown): unknown {
  // TypeScript cannot see that `name` says what the value is.
  if (name === 'steps.get') return stepFor(value as CallOutput<'steps.get'>)
  if (name === 'steps.list') return (value as CallOutput<'steps.list'>).map(rowFor)
  if (name === 'step') return eventFor(value as StreamEvent<'step'>)
  return value
}

const stepFor = ({ step, siblings }: CallOutput<'steps.get'>): CallOutput<'steps.get'> => ({
  step,
  calls: [],
  siblings: siblings.map(rowFor)
})

// That an answer was withheld somewhere says where it is.
const rowFor = ({ leak: _leak, ...row }: CallOutput<'steps.list'>[number]) => row

function eventFor(event: StreamEvent<'step'>): StreamEvent<'step'> | undefined {
  switch (event.type) {
    case 'committed':
      return { ...event, call: callFor(event.call), branch: { ...event.branch, setup: setupFor(event.branch.setup) } }
    case 'thinking':
    case 'dream':
    case 'predicted':
    case 'fired':
      return undefined
    default:
      return event
  }
}

/** The rules without what an agent is to find out by itself, or is not to expect. */
function setupFor({ fiction: _fiction, hidden: _hidden, ...setup }: Call['setup']): Call['setup'] {
  return { ...setup, initialState: '', instruction: '', perturbations: [] }
}

function callFor(call: Call): Call {
  const { facts: _facts, leak: _leak, grounded, predicted: _predicted, ...rest } = call
  return {
    ...rest,
    ...{ setup: setupFor(call.setup), raw: '', thinking: '', trace: null, warnings: [], firings: [], instruction: '' },
    ...(grounded && { grounded: { ...grounded, dreams: [] } })
  }
}
