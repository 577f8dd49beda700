// The program itself: what it is, which engines it has, how the one in use is doing, and what a person set for all of it.
import pkg from '../../../package.json' with { type: 'json' }
import { engines } from '../engines/index.ts'
import { formOf } from './form.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function appHandlers({ home, models, answering, notice }: HostParts) {
  return {
    calls: {
      'app.info': () => ({ version: pkg.version, home, notice: notice() }),
      'models.status': () => answering.status(),
      'models.engines': () =>
        engines.map(({ id, title, description, source, takes, options }) => ({
          ...{ id, title, description, source, takes },
          form: formOf(options)
        })),
      'app.settings': () => models.preferences(),
      'app.configure': (change) => {
        models.setPreferences(change)
        answering.rearm()
        return models.preferences()
      }
    }
  } satisfies Topic
}
