import { expect, it } from 'vitest'
import { z } from 'zod'
import { Lines, shipped } from '../../../src/core/text/shipped.ts'

const Prompt = z.strictObject({ title: z.string(), text: Lines })

it('reads a text from its lines', () => {
  expect(shipped('prompts/a.json', Prompt, { title: 'A', text: ['one', '', 'two'] })).toEqual({
    title: 'A',
    text: 'one\n\ntwo'
  })
})

it('names a damaged file, and every place in it that is wrong', () => {
  const damaged = () => shipped('prompts/a.json', Prompt, { text: ['one', 2], more: 1 })
  expect(damaged).toThrow(/resources\/prompts\/a\.json is damaged.*restore the file/)
  for (const place of [/"title" is missing/, /text\.1: /, /"more"/]) expect(damaged).toThrow(place)
})
