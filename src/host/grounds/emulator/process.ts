// A process that owns an emulator. It keeps nothing that cannot be made again: killing it loses no state that was kept.
import { flushCompileCache } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { openPort } from '../../process/parent.ts'
import { prepare } from './image.ts'
import { openMachine, type WorkingEmulator } from './machine.ts'
import { type FromMachine, isOverBudget, OVER_BUDGET, ToMachine } from './protocol.ts'

process.umask(0o077)
const port = openPort<FromMachine>()
const running = new Map<string, AbortController>()
let machine: Promise<WorkingEmulator> | null = null
/** States that were answered for and are being kept: who asks for states waits for them. */
const keeping = new Set<Promise<void>>()

port.listen((message) => {
  const event = ToMachine.parse(message)
  switch (event.type) {
    case 'open':
      begin(event.id, async (signal) => {
        const prepared = prepare(event, {
          signal,
          onProgress: (what, done, total) => port.send({ type: 'progress', id: event.id, what, done, total })
        })
        machine = prepared.then((ready) =>
          openMachine({ ...ready, budget: budgetFrom(process.env.ORRERY_MACHINE_BUDGET) })
        )
        await machine
        port.send({ type: 'opened', id: event.id, hash: (await prepared).hash })
        // Not left to the end of the process, which is killed.
        flushCompileCache()
      })
      break
    case 'work':
      begin(event.id, async (signal) => {
        const { done, keep } = await (await opened()).work(event, signal)
        const { promise, resolve } = Promise.withResolvers<void>()
        keeping.add(promise)
        try {
          port.send({ type: 'done', id: event.id, done })
          // Who asked reads the answer meanwhile. What is asked next waits; a state that could not be kept is made again by replay.
          await setImmediate()
          keep()
        } finally {
          keeping.delete(promise)
          resolve()
        }
      })
      break
    case 'has':
      begin(event.id, async () => {
        const machine = await opened()
        await Promise.all(keeping)
        port.send({ type: 'had', id: event.id, has: machine.has(event.keys) })
      })
      break
    case 'rename':
      begin(event.id, async () => {
        const machine = await opened()
        await Promise.all(keeping)
        machine.rename(event.from, event.to)
        port.send({ type: 'renamed', id: event.id })
      })
      break
    case 'cancel':
      running.get(event.id)?.abort(new OrreryError('cancelled', 'The machine was stopped.'))
      break
    default:
      event satisfies never
  }
})

function begin(id: string, work: (signal: AbortSignal) => Promise<void>): void {
  const controller = new AbortController()
  const { signal } = controller
  running.set(id, controller)
  async function run(): Promise<void> {
    try {
      await work(signal)
    } catch (error) {
      port.send({ type: 'error', id, ...toWire(error), ...(isOverBudget(error) && { cause: OVER_BUDGET }) })
    } finally {
      running.delete(id)
    }
  }
  void run()
}

/** Instructions of one job; `undefined`: the usual number. */
function budgetFrom(text: string | undefined): number | undefined {
  if (!text) return undefined
  const budget = Number(text)
  if (budget >= 1e6) return budget
  throw new OrreryError(
    'invalid-input',
    `ORRERY_MACHINE_BUDGET is "${text}"; expected a number of instructions of at least a million, such as 8e9.`
  )
}

function opened(): Promise<WorkingEmulator> {
  if (!machine) throw new OrreryError('internal', 'The machine process received work before an image to open.')
  return machine
}
