// The tools of a researching agent: a search engine, a reader of pages, and a memory.
import { z } from 'zod'
import given from '../../../../resources/tools/search.json' with { type: 'json' }
import { shipped } from '../../text/shipped.ts'
import { Tool } from '../../tree/model.ts'

export const searchTools = shipped('tools/search.json', z.array(Tool), given)
