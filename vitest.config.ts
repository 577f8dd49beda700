import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // e2e and model tests own the two cores while they run.
    fileParallelism: true,
    projects: [
      { test: { name: 'unit', include: ['test/{core,host,renderer,main}/**/*.test.{ts,tsx}', 'test/*.test.ts'] } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'model',
          include: ['test/model/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false
        }
      },
      // Other formats' own readers, in Python: `npm run test:formats` installs them first.
      { test: { name: 'formats', include: ['test/formats/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      {
        // A file a class of attack, bounded in count. They look at processes, ports and files of the machine: one at a time.
        test: {
          name: 'attack',
          include: ['test/attack/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false
        }
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false
        }
      }
    ]
  }
})
