// What core hands a ground for a turn, with a model that a test speaks for.
import type { ModelQuestion, TurnOptions } from '../../src/core/tree/ports.ts'

export const turnOptions = (
  model: (question: ModelQuestion) => string = () => '',
  more: Partial<TurnOptions> = {}
): TurnOptions => ({
  signal: new AbortController().signal,
  askModel: async (question) => model(question),
  askList: async () => null,
  progress: () => {},
  ...more
})
