// Snapshots of a page as Playwright's MCP server answers with them, and its calls.
import { play } from './play.ts'

export const held = (lines: readonly string[]) =>
  ['### Page', '- Page URL: http://a.example/', '- Page Title: A', '### Snapshot', '```yaml', ...lines, '```'].join(
    '\n'
  )
export const call = (name: string, given: object) => JSON.stringify({ name, arguments: given })
export const press = (key: string) => call('browser_press_key', { key })
export const click = (target: string) => call('browser_click', { target })

/** What rules say of each turn; `null` where the model is asked. */
export async function said(first: string, turns: readonly (readonly [action: string, observation: string])[]) {
  const played = await play({
    domain: 'web',
    first,
    turns: turns.map(([action, observation]) => ({ action, observation }))
  })
  return played.map(({ text }) => text)
}
