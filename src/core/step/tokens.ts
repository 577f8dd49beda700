import type { Tokens } from '../tree/model.ts'

export const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  prompt: one.prompt + other.prompt,
  cached: one.cached + other.cached,
  generated: one.generated + other.generated
})
