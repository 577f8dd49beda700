// The models of this machine, and which of them answers.
import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../../core/contract/models.ts'
import { OrreryError } from '../../core/errors.ts'
import { raceAbort } from '../engine-process/wait.ts'
import { findRuntime, findServerEngine } from '../engines/index.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function modelHandlers(parts: HostParts) {
  const { models, answering, fits } = parts
  return {
    calls: {
      'models.unconverted': () => models.unconverted(),
      'models.list': async () => (await models.list()).map((model) => ({ ...model, active: answering.uses(model) })),
      'models.info': async ({ model }) => {
        const info = await models.info(model)
        const { path } = info.model
        const chat = path === null ? null : await fits.chat(path)
        // Another runtime finds its own form where the template cannot be used.
        const { form } = findRuntime(info.model.runtime)
        return { ...info, chat: chat && form && chat.problem !== null ? { ...chat, form } : chat }
      },
      'models.fit': async ({ model, options }) =>
        fits.fit({ ...(await models.measure(model)), options, held: answering.memory() }),
      'models.found': () => models.found(),
      ...choosingCalls(parts)
    },
    streams: {
      async *'models.embed'({ texts, ...choice }, { signal }) {
        const { name, embed } = await raceAbort(parts.embedders.open(choice), signal)
        yield { model: name, vectors: await embed(texts, { signal }) }
      },
      'models.pull': ({ model }, { signal }) => models.pull(model, { signal }),
      async *'models.load'(_, { signal }) {
        const engine = await answering.engine()
        // An engine without a load has nothing to load.
        for await (const done of engine.load?.({ signal }) ?? []) yield { type: 'progress', done, total: 1 }
        yield { type: 'ready', status: answering.status() }
      }
    }
  } satisfies Topic
}

/** The calls that change what answers, or must not take it away. */
function choosingCalls({ models, answering }: HostParts) {
  return {
    'models.use': async (choice) => {
      const next = 'baseUrl' in choice ? choice : choice.model === null ? null : { model: choice.model }
      if ('baseUrl' in choice) await findServerEngine(choice.engine).reach(choice)
      await answering.change(async (start) => {
        await start(next)
        await models.setActive(next)
      })
      return answering.status()
    },
    'models.configure': async ({ model: name, ...wanted }) => {
      await answering.settled()
      const before = await models.one(name)
      const save = () => models.configure(before.id, wanted)
      if (answering.file()?.id !== before.id || sameOpening({ ...before, ...wanted }, before)) {
        const model = await save()
        return { ...model, active: answering.uses(model) }
      }
      return answering.change(async (start) => {
        const model = await save()
        try {
          await start({ model: model.id })
        } catch (error) {
          await models.configure(model.id, before)
          throw error
        }
        return { ...model, active: true }
      })
    },
    'models.delete': async ({ model }) => {
      await answering.settled()
      if (answering.file()?.id === (await models.one(model)).id) {
        throw new OrreryError('busy', `"${model}" is in use. Choose another model, or none, before deleting it.`)
      }
      await models.delete(model)
      return null
    }
  } satisfies Topic['calls']
}

type Opening = Partial<Pick<Model, 'runtime' | 'load'>>

/** Whether two settings open a model the same way. */
function sameOpening(one: Opening, other: Opening): boolean {
  return one.runtime === other.runtime && isDeepStrictEqual(one.load, other.load)
}
