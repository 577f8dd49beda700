// A page that was found, and is not there.
import { z } from 'zod'
import { bareScreen } from '../../domains/data-page.ts'
import { addressesIn } from '../data-address.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { exampleOf } from '../samples.ts'

const Options = z.strictObject({
  /** What is there instead: an error, a page without anything on it, or one that offers the address for sale. */
  how: z.enum(['not-found', 'empty', 'parked']).default('not-found'),
  /** Only addresses that an earlier answer showed, or any. */
  links: z.enum(['shown', 'any']).default('shown')
})
type Options = z.infer<typeof Options>

const FACTS = exampleOf(
  'search',
  [
    'length of the Sundvik bridge',
    '[1] https://bridge.example/facts\nTitle: Facts and figures\nSnippet: How long the bridge is.\nDate: 2026-04-20'
  ],
  ['https://bridge.example/facts', '# Facts and figures\n\nLength: **1,204 m**']
)

export const deadLink: Perturbation<Options> = {
  name: 'dead-link',
  title: 'Dead link',
  description: 'A page from the results is gone: not found, empty, or for sale.',
  weakness: 'Makes up what the page would have said, or tries the same address again and again.',
  kind: 'explicit',
  options: Options,
  serves: ({ tools, icon }) => tools !== undefined || icon === 'browser',
  examples: [
    FACTS,
    { ...FACTS, options: { how: 'parked' } },
    {
      ...exampleOf('web', [
        'goto("https://bridge.example/facts")',
        "URL: https://bridge.example/facts\nTab 0 (current): Facts\n\nRootWebArea 'Facts', focused\n\tStaticText 'Length: 1,204 m'"
      ]),
      setup: {
        initialState:
          "URL: https://bridge.example/\nTab 0 (current): Bridge\n\nRootWebArea 'Bridge', focused\n\t[14] link 'Facts', clickable, url='https://bridge.example/facts'"
      }
    }
  ],
  answer(moment, { how, links }) {
    const addresses = addressesIn(moment.action)
    if (!addresses.length || (links === 'shown' && !addresses.every((address) => isShown(moment, address)))) return null
    const text = (how === 'not-found' && failureOf(moment)) || pageOf(moment, addresses, how)
    return text ? { text, draw: null, detail: `${addresses.join(', ')} is gone (${how}).` } : null
  }
}

/** In an earlier answer, or on the screen that the world begins with. */
function isShown({ domain, chain, setup }: Moment, address: string): boolean {
  const first = domain.surface === 'screen' ? [setup.initialState] : []
  return [...first, ...chain.map(({ observation }) => observation.text)].some((text) => text.includes(address))
}

/** In the world's own words, where it has them. */
function failureOf({ domain, action, state, setup, before }: Moment): string | null {
  return domain.fail?.(action, { status: 404, message: 'Not Found' }, { state, setup, before }) ?? null
}

function pageOf({ domain, before }: Moment, addresses: readonly string[], how: Options['how']): string | null {
  if (domain.surface !== 'screen') return addresses.map(PAGES[how]).join('\n\n')
  const url = addresses[0] ?? ''
  const host = hostOf(url)
  const screens = {
    'not-found': { title: '404 Not Found', said: 'The page was not found.' },
    empty: { title: host, said: '' },
    parked: { title: host, said: 'This domain is for sale.' }
  }
  return bareScreen(before, { url, ...screens[how] })
}

const PAGES: Record<Options['how'], (address: string) => string> = {
  'not-found': (address) => `Error: could not fetch ${address} (404 Not Found)`,
  empty: (address) => `[${hostOf(address)}](${address})`,
  parked: (address) => `# ${hostOf(address)}\n\nThis domain is for sale. [Make an offer](https://parking.example/)`
}

const hostOf = (address: string): string => address.split('/')[2] ?? address
