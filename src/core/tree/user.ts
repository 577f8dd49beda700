// A user in a world: whom the agent talks to, what that person knows and wants, and what answers for them.
import { z } from 'zod'
import { JsonValue } from '../text/json.ts'

const Words = z.string().trim().min(1).max(4000)
const RuleName = z.string().regex(/^[\w-]{1,63}$/, 'a name has letters, digits, underscores and dashes, 63 at most')

/** What the user says, and does first, where the agent's message asks for it. */
export const UserRule = z.strictObject({
  /** What the `after` of other rules calls it. */
  id: RuleName.exactOptional(),
  /** Words or phrases, of which the message has at least one, whatever their case; absent: for a message to which nothing else answers. */
  asked: z.array(Words).min(1).max(50).exactOptional(),
  /** Only once the rule of this name was used. */
  after: RuleName.exactOptional(),
  /** At most so many times; absent: always. */
  times: z.int().min(1).exactOptional(),
  /** `{fact}` stands for what the user knows, `{result}` for the answer of `does`, and `{result.a.b}` for a value of its JSON. */
  say: Words,
  /** A tool of the user's own, which is called before anything is said. */
  does: z
    .strictObject({ tool: z.string().min(1), arguments: z.record(z.string(), JsonValue).default({}) })
    .exactOptional(),
  /** The user leaves after it. */
  ends: z.literal(true).exactOptional()
})
export type UserRule = z.infer<typeof UserRule>

export const USER_STOP = '###STOP###'

const User = z.strictObject({
  /** Who this is and how they talk. */
  persona: z.string().max(4000).exactOptional(),
  /** What they can tell, by name. A script gives each value away only where its name is asked for. */
  knows: z.record(z.string().min(1).max(200), Words).default({}),
  /** What they want. The agent is not told. */
  wants: z.string().max(4000).exactOptional(),
  /** What they say before the first turn. */
  opens: Words.exactOptional(),
  /** Stands at the end of what they say last. */
  stop: z.string().min(1).max(100).default(USER_STOP),
  answers: z.enum(['script', 'recorded', 'model', 'person']).default('script'),
  /** Seconds that an agent waits for a person's answer; absent: 300. */
  waits: z.int().min(1).max(86_400).exactOptional(),
  /** What a recorded user answers to the first message, the second and so on. They leave after the last. */
  dialogue: z.array(Words).max(1000).default([]),
  rules: z.array(UserRule).max(500).default([]),
  /** Tools of the world that are the user's own. The agent does not have them. */
  tools: z.array(z.string().min(1)).max(200).default([]),
  /** What they say where no rule and no fact answers. */
  otherwise: Words.default("I don't know.")
})

/** The user of a world. */
export const UserUse = User.superRefine((user, context) => {
  for (const { message, path } of problemsOf(user)) context.addIssue({ code: 'custom', message, path })
})
export type UserUse = z.infer<typeof UserUse>

/** A place in what a user says that is filled in: `{name}`. */
export const USER_PLACE = /\{([^{}]{1,300})\}/g

interface UserProblem {
  message: string
  path: PropertyKey[]
}

function problemsOf({ answers, dialogue, knows, rules, tools }: z.infer<typeof User>): UserProblem[] {
  if (answers === 'recorded' && !dialogue.length)
    return [{ message: 'a recorded user says what stands here; list their answers', path: ['dialogue'] }]
  const ids = new Set(rules.flatMap(({ id }) => id ?? []))
  return rules.flatMap(({ say, after, does }, at) => {
    const problems: UserProblem[] = []
    if (after !== undefined && !ids.has(after))
      problems.push({ message: `there is no rule with the id "${after}"`, path: ['rules', at, 'after'] })
    if (does && !tools.includes(does.tool))
      problems.push({
        message: `"${does.tool}" is none of the user's tools; add it to them`,
        path: ['rules', at, 'does', 'tool']
      })
    for (const [, name = ''] of say.matchAll(USER_PLACE)) {
      const isResult = does !== undefined && /^result(?:\.|$)/.test(name)
      if (isResult || Object.hasOwn(knows, name)) continue
      const known = Object.keys(knows).join(', ') || 'nothing'
      problems.push({ message: `the user does not know "${name}"; they know: ${known}`, path: ['rules', at, 'say'] })
    }
    return problems
  })
}
