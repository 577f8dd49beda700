// What things of a household can become, by their kinds: the facts of the rooms that ALFWorld's tasks are made of.
import type { HouseholdChange } from './data.ts'

const kinds = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** What can be made so. */
export const BECOMES: Readonly<Record<HouseholdChange, ReadonlySet<string>>> = {
  cool: kinds('apple bowl bread cup egg lettuce mug pan plate pot potato tomato winebottle'),
  hot: kinds('apple bread cup egg mug plate potato tomato'),
  clean: kinds(
    'apple bowl butterknife cloth cup dishsponge egg fork kettle knife ladle lettuce mug pan plate pot potato soapbar spatula spoon tomato'
  ),
  sliced: kinds('apple bread lettuce potato tomato')
}

/** Where it is done, unless the data says so of a place. */
export const DONE_AT: Readonly<Record<'cool' | 'hot' | 'clean', ReadonlySet<string>>> = {
  cool: kinds('fridge'),
  hot: kinds('microwave'),
  clean: kinds('sink sinkbasin')
}

export const KNIVES = kinds('knife butterknife')
export const LAMPS = kinds('desklamp floorlamp')

/** Things that hold others, which are shown with what is in them. */
export const VESSELS = kinds('bowl box cup mug pan plate pot')
/** Places that can be opened, where nothing else is said of them. */
export const OPENABLE = kinds('box cabinet drawer fridge microwave safe')
