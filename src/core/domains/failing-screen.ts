// Failures as browsers and apps show them, in the format of the screen before.

import { readScreen } from '../observations/screens/readers/index.ts'
import { pageOf } from '../observations/screens/screen.ts'
import { bareScreen } from './data-page.ts'
import type { Domain } from './domain.ts'
import { sentenceOf } from './failing.ts'
import { withNotice } from './screen-notice.ts'
import { reasonOf } from './shell-failure.ts'

// Actions that load nothing.
const LOCAL = /^\s*(?:noop|scroll|hover|mouse_move|tab_focus|browser_snapshot|browser_tabs|browser_hover)\b/

/** A browser's page in the place of the one that was wanted. */
export const failingPage: NonNullable<Domain<string>['fail']> = (action, failure, { before }) => {
  if (LOCAL.test(action)) return null
  const read = readScreen(before)
  const url = addressIn(action) ?? ('screen' in read ? pageOf(read.screen).url : null) ?? ''
  const { status, message } = failure
  if (status !== null) {
    const title = `${status} ${reasonOf(status)}`
    return bareScreen(before, { url, title, said: message || reasonOf(status) })
  }
  const host = url.split('/')[2] || 'the server'
  const said = UNREACHED[failure.connection ?? 'timeout'](host)
  return bareScreen(before, { url, title: 'This site can’t be reached', said })
}

const UNREACHED = {
  timeout: (host: string) => `${host} took too long to respond. ERR_CONNECTION_TIMED_OUT`,
  refused: (host: string) => `${host} refused to connect. ERR_CONNECTION_REFUSED`,
  unresolved: (host: string) => `${host}’s server IP address could not be found. ERR_NAME_NOT_RESOLVED`,
  reset: () => 'The connection was reset. ERR_CONNECTION_RESET',
  unreachable: () => 'You are not connected to the internet. ERR_INTERNET_DISCONNECTED'
}

const addressIn = (call: string): string | null => /https?:\/\/[^\s'")]{1,2000}/.exec(call)?.[0] ?? null

/** An app's alert on the screen as it was. */
export const failingApp: NonNullable<Domain['fail']> = (_action, failure, { before }) => {
  const title = failure.status === null ? 'No connection' : 'Something went wrong'
  return withNotice(before, { title, said: sentenceOf(failure) })
}
