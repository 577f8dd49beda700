// People who play the users of worlds: what is said to a user waits here until somebody at a window answers.
import type { CallOutput, Handlers } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import type { StepContext } from '../../core/step/context.ts'
import type { PersonQuestion } from '../../core/tree/ports.ts'
import { USER_STOP } from '../../core/tree/user.ts'

export interface People {
  /** Waits for an answer: an agent for a while, a person who acts as long as it takes. */
  ask: NonNullable<StepContext['askPerson']>
  reply: Handlers['calls']['steps.reply']
}

interface Waiting {
  question: PersonQuestion
  /** The mark of the user's last words. */
  stop: string
  say(text: string): void
  fail(error: OrreryError): void
}

// Time to read, to think and to type. Many clients of agents give up sooner, and say so themselves.
const WAITS_S = 300

export function createPeople(): People {
  // A branch has one step at a time.
  const waiting = new Map<string, Waiting>()

  async function reply({ branch, reply }: Parameters<People['reply']>[0]): Promise<CallOutput<'steps.reply'>> {
    const one = waiting.get(branch)
    if (!one) {
      throw new OrreryError('not-found', 'Nothing waits for an answer of the user here. It was answered or stopped.')
    }
    switch (reply.do) {
      case 'use':
        return one.question.act({ tool: reply.tool, arguments: reply.arguments })
      case 'say':
        one.say(reply.leaves ? `${reply.text} ${one.stop}` : reply.text)
        return null
      case 'decline':
        one.fail(
          new OrreryError(
            'engine-failed',
            'The person who plays the user did not want to answer. Say it again, or say something else.'
          )
        )
        return null
      default:
        return reply satisfies never
    }
  }

  return {
    async ask(question, { branch: { id, setup }, input, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const seconds = setup.user?.waits ?? WAITS_S
      const late = () =>
        reject(
          new OrreryError(
            'engine-failed',
            `The person who plays the user did not answer within ${seconds} second${seconds === 1 ? '' : 's'}. Say it again, or go on without them.`
          )
        )
      const stopped = () => reject(new OrreryError('cancelled', 'The step was stopped.'))
      const timer = input.agent && setTimeout(late, seconds * 1000)
      if (signal.aborted) stopped()
      signal.addEventListener('abort', stopped, { once: true })
      waiting.set(id, { question, stop: setup.user?.stop ?? USER_STOP, say: resolve, fail: reject })
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stopped)
        waiting.delete(id)
      }
    },
    reply
  }
}
