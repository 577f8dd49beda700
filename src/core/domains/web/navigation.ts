// What calls of the browser's interfaces ask of the browser itself: addresses and tabs.

import type { PythonLiteral } from '../../text/python-values.ts'
import type { Navigation } from '../navigation.ts'
import { argumentsOf } from './calls.ts'
import { readPlaywright } from './playwright.ts'

const text = (value: PythonLiteral | undefined): string => String(value ?? '')
const number = (value: PythonLiteral | undefined): number | null => (typeof value === 'number' ? value : null)

/** `null` for calls that ask for something of the page. */
export function navigationOf(call: string): Navigation | null {
  const read = readPlaywright(call)
  const { name, given } = read ? { name: read.tool, given: read.given } : argumentsOf(call)
  switch (name) {
    case 'goto':
    case 'browser_navigate':
      return { do: 'go', url: text(given.get('url')) }
    case 'go_back':
    case 'browser_navigate_back':
    case 'browser_go_back':
      return { do: 'back' }
    case 'go_forward':
    case 'browser_navigate_forward':
    case 'browser_go_forward':
      return { do: 'forward' }
    case 'new_tab':
      return { do: 'open-tab', url: null }
    case 'tab_focus':
      return { do: 'show-tab', tab: number(given.get('index')) ?? 0 }
    case 'tab_close':
      return { do: 'close-tab', tab: null }
    case 'browser_tab_new':
      return ofTabs('new', null, given.get('url'))
    case 'browser_tab_select':
      return { do: 'show-tab', tab: number(given.get('index')) ?? 0 }
    case 'browser_tab_close':
      return { do: 'close-tab', tab: number(given.get('index')) }
    case 'browser_tabs':
      return ofTabs(text(given.get('action')), number(given.get('index')), given.get('url'))
    default:
      return null
  }
}

function ofTabs(action: string, tab: number | null, url: PythonLiteral | undefined): Navigation | null {
  if (action === 'new') return { do: 'open-tab', url: typeof url === 'string' ? url : null }
  if (action === 'select') return { do: 'show-tab', tab: tab ?? 0 }
  return action === 'close' ? { do: 'close-tab', tab } : null
}
