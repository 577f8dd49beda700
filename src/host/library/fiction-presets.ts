// The four ways of the paper to make a world that is realistic and true nowhere (section 6.2, Search: Fictional-World Construction).
import given from '../../../resources/fiction-presets.json' with { type: 'json' }
import { fictionCalls } from '../../core/contract/fictions.ts'
import { shipped } from '../../core/text/shipped.ts'

/** Each has a title, a sentence for those who choose, and a specification to start from. */
export const presets = shipped('fiction-presets.json', fictionCalls['fictions.presets'].output, given)
