import { defineConfig } from 'vitest/config'
import { counting } from './test/attack/counting.ts'

export default defineConfig({
  test: {
    // e2e and model tests own the two cores while they run.
    fileParallelism: true,
    projects: [
      { test: { name: 'unit', include: ['test/{core,host,renderer,main}/**/*.test.{ts,tsx}', 'test/*.test.ts'] } },
      {
        // Attacks on time are told by counted work, so that they are told alike on every machine.
        plugins: [counting(/\/src\/(core|host)\//)],
        test: {
          name: 'attack',
          include: ['test/attack/**/*.test.ts'],
          testTimeout: 300_000,
          fileParallelism: false
        }
      },
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
