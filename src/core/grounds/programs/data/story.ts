// The kinds of story that are written as data, and the program that each comes to.
import { z } from 'zod'
import type { WorldProgram } from '../program.ts'
import { House } from '../stories/house/data.ts'
import { houseTeller } from '../stories/house/tell.ts'
import { Household } from '../stories/household/data.ts'
import { householdTeller } from '../stories/household/tell.ts'
import { Shop } from '../stories/shop/data.ts'
import { shopTeller } from '../stories/shop/tell.ts'
import { storyProgram } from '../stories/teller.ts'

export const Story = z.discriminatedUnion('story', [Household, House, Shop])
export type Story = z.infer<typeof Story>

/** @param fired told of the parts of the data that made an answer what it is (`story-parts.ts`) */
export function programOfStory(story: Story, fired?: (path: readonly PropertyKey[]) => void): WorldProgram {
  switch (story.story) {
    case 'household':
      return storyProgram(householdTeller(story), fired)
    case 'house':
      return storyProgram(houseTeller(story), fired)
    case 'shop':
      return storyProgram(shopTeller(story), fired)
    default:
      return story satisfies never
  }
}
