// The tools of a researching agent: a search engine, a reader of pages, and a memory.
import type { Tool } from '../../tree/model.ts'

const text = (description: string) => ({ type: 'string', description })
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, minItems: 1, description })

export const searchTools: Tool[] = [
  {
    name: 'web_search',
    title: 'Search the web',
    description: 'Searches the web, with ten results for each query. Give queries, or query for a single one.',
    inputSchema: {
      type: 'object',
      properties: { queries: texts('What to search for, each on its own.'), query: text('What to search for.') }
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'web_extractor',
    title: 'Read a page',
    description: 'Fetches web pages and returns their content as Markdown. Give url, or urls for several.',
    inputSchema: {
      type: 'object',
      properties: {
        url: text('Address of the page.'),
        urls: texts('Addresses of pages.'),
        goal: text('What to look for: only what serves it is returned.')
      }
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'dict_memory',
    title: 'Remember',
    description:
      'Keeps notes under keys for the whole session. add and update take dict, retrieve and remove take key_list.',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['add', 'update', 'retrieve', 'retrieve_all', 'remove', 'remove_all'] },
        dict: { type: 'object', description: 'Notes by their keys.', additionalProperties: true },
        key_list: texts('Keys of notes.')
      },
      required: ['action']
    }
  }
]
