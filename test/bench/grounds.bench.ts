// Grounds and runs, which need no model: `orrery bench --only grounds runs rows`.
import { z } from 'zod'
import { runBench } from './engine/run.ts'

export const grounds = async () =>
  z.json().parse(
    await runBench(null, {
      quick: false,
      only: ['grounds', 'runs'],
      signal: new AbortController().signal,
      onProgress: (what) => console.error(what)
    })
  )
