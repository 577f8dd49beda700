// A household as data: places with what is in and on them, a task, and the form in which an environment tells it.
import { z } from 'zod'

const Name = z.string().regex(/^[a-z]+ \d{1,3}$/, 'a thing or a place is a kind and a number, such as "mug 1"')

/** What a place or a thing is by its name: `mug` of `mug 1`. */
export const kindOf = (name: string): string => name.slice(0, name.lastIndexOf(' '))

const Kind = z.string().regex(/^[a-z]+(?: \d{1,3})?$/, 'a kind such as "mug", or one thing such as "mug 1"')

export const CHANGES = ['cool', 'hot', 'clean', 'sliced'] as const
export type HouseholdChange = (typeof CHANGES)[number]

const Place = z.union([
  z.array(Name).transform((holds) => ({ holds })),
  z.strictObject({
    /** `ask`: the model says it once, when it is first seen; nothing where there is no model. */
    holds: z.union([z.literal('ask'), z.array(Name)]).default([]),
    /** Given where it can be opened and closed at all. */
    open: z.boolean().exactOptional(),
    /** What it can do to a thing that is held there; else what places of its kind do. */
    does: z.array(z.enum(['cool', 'hot', 'clean'])).exactOptional()
  })
])

const Goal = z.union([
  z.strictObject({
    /** Things of this kind, or this one, */
    put: Kind,
    /** in or on a place of this kind, or this one, */
    in: Kind,
    is: z.enum(CHANGES).exactOptional(),
    count: z.int().min(1).max(10).default(1)
  }),
  /** A thing that is held under a lamp that is on. */
  z.strictObject({ look: Kind, under: Kind })
])

export const Household = z
  .strictObject({
    story: z.literal('household'),
    version: z.literal(1),
    /** How things are put: `put X in/on Y`, as ALFWorld had it, or `move X to Y` with `help` and a list of actions, as AgentGym has it. */
    form: z.enum(['put', 'move']).default('put'),
    /** What is said after “Your task is to:”. */
    task: z.string().min(1).max(300),
    places: z.record(Name, Place),
    /** Absent: nothing is rewarded and it never ends. */
    goal: Goal.exactOptional(),
    reward: z.number().default(1),
    /** A verb that no rule knows: nothing happens, or the model says what it does, and that stays. */
    unknown: z.enum(['nothing', 'model']).default('nothing')
  })
  .superRefine(({ places, goal }, context) => {
    const seen = new Set(Object.keys(places))
    if (!seen.size)
      context.addIssue({ code: 'custom', path: ['places'], message: 'a household has at least one place' })
    for (const [place, { holds }] of Object.entries(places)) {
      for (const thing of holds === 'ask' ? [] : holds) {
        const path = ['places', place]
        if (seen.has(thing)) context.addIssue({ code: 'custom', path, message: `"${thing}" is there twice` })
        seen.add(thing)
      }
    }
    if (!goal || Object.values(places).some(({ holds }) => holds === 'ask')) return
    const meant = 'put' in goal ? [goal.put, goal.in] : [goal.look, goal.under]
    for (const one of meant) {
      if (![...seen].some((name) => isOf(name, one))) {
        context.addIssue({ code: 'custom', path: ['goal'], message: `there is no "${one}" here` })
      }
    }
  })
export type Household = z.infer<typeof Household>

/** Whether a name is the one that is meant, or one of its kind. */
export const isOf = (name: string, meant: string): boolean => name === meant || kindOf(name) === meant
