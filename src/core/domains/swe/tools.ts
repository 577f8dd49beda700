// The tools of a coding agent: files, search, a shell and a list of what is to do.
import { z } from 'zod'
import given from '../../../../resources/tools/coding.json' with { type: 'json' }
import { shipped } from '../../text/shipped.ts'
import { Tool } from '../../tree/model.ts'

export const codingTools = shipped('tools/coding.json', z.array(Tool), given)
