// Before the first test: a browser is there, fetched if need be. Two test files that fetch one at once would be in each other's way.
import type { TestProject } from 'vitest/node'
import { bringBrowser } from './e2e/chromium.ts'

export default async function setup({ name }: TestProject): Promise<void> {
  if (name === 'e2e' || name === 'contract') await bringBrowser()
}
