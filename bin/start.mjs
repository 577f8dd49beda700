#!/usr/bin/env node
// `npm start`: opens Orrery from a checkout.
import { fileURLToPath } from 'node:url'
import { underNode24 } from './node24.mjs'

await underNode24(import.meta.url, async () => {
  const { start } = await import('../src/host/launch/start.ts')
  try {
    return await start(fileURLToPath(new URL('..', import.meta.url)), (line) => console.log(line))
  } catch (error) {
    console.error(`Orrery could not start: ${error.message}`)
    return 1
  }
})
