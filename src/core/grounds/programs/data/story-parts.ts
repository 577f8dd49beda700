// The parts of a story's data that can make a turn what it is: where a line was said, what it named, what it was worth.
import type { Story } from './story.ts'

/** A part, as a person finds it in the data, and the path by which a teller names it. */
export interface StoryPart {
  name: string
  path: PropertyKey[]
}

export function partsOf(story: Story): StoryPart[] {
  switch (story.story) {
    case 'household':
      return [
        ...Object.keys(story.places).map((name) => ({ name, path: ['places', name] })),
        ...(story.goal ? [{ name: 'goal', path: ['goal'] }] : []),
        ...(story.unknown === 'model' ? [{ name: 'unknown verbs', path: ['unknown'] }] : [])
      ]
    case 'house':
      return [
        ...story.doors.map(({ between }, at) => ({ name: `door ${between.join(' - ')}`, path: ['doors', at] })),
        ...Object.keys(story.things).map((name) => ({ name, path: ['things', name] })),
        ...story.goals.map((_, at) => ({ name: `goal ${at + 1}`, path: ['goals', at] }))
      ]
    case 'shop': {
      const { products, reward } = story
      return [
        ...products.map(({ code }, at) => ({ name: `product ${code}`, path: ['products', at] })),
        ...(Array.isArray(reward)
          ? reward.map((_, at) => ({ name: `reward ${at + 1}`, path: ['reward', at] }))
          : [{ name: 'reward', path: ['reward'] }])
      ]
    }
    default:
      return story satisfies never
  }
}
