// OpenEnv's task API: the scenarios of a link, by number.
import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import type { Visit } from './door.ts'
import { bodyOf, clientOf } from './http.ts'
import { fitting } from './openenv-session.ts'
import { ENVIRONMENT, SPLIT } from './openenv-wire.ts'

const Split = z.looseObject({ split: z.literal(SPLIT.name, `the only split is "${SPLIT.name}"`) })
const Index = Split.extend({ index: z.int() })
const Range = Split.extend({ start: z.int().nullish(), stop: z.int().nullish() })

/** @throws OrreryError not-found, invalid-input */
export async function answerTasks({ request, world, path }: Visit): Promise<unknown> {
  const [environment = '', what = ''] = path
  if (environment.toLowerCase() !== ENVIRONMENT) {
    throw new OrreryError('not-found', `There is no environment "${environment}". There is "${ENVIRONMENT}".`)
  }
  if (request.method === 'GET' && what === 'splits') return [SPLIT]
  if (request.method !== 'POST') throw nothing()
  const all = async () => {
    const tasks = await world.call('agent.tasks', {}, clientOf(request))
    return tasks.map((task, index) => ({ index, ...task }))
  }
  const body = await bodyOf(request)
  if (what === 'tasks' && fitting(Split, body)) return { tasks: await all(), env_name: ENVIRONMENT }
  if (what === 'num_tasks' && fitting(Split, body)) return { num_tasks: (await all()).length }
  if (what === 'task') {
    const task = (await all()).at(fitting(Index, body).index)
    if (task) return { task }
    throw new OrreryError('invalid-input', 'There is no task of this index.')
  }
  if (what !== 'task_range') throw nothing()
  const { start, stop } = fitting(Range, body)
  return { tasks: (await all()).slice(start ?? undefined, stop ?? undefined) }
}

const nothing = () => new OrreryError('not-found', 'There is nothing here. /openapi.json lists what there is.')
