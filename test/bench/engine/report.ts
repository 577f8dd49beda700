// What a run found: ratios with the bar each has to reach, then the figures behind them.
import { z } from 'zod'

/** What a ratio has to be: `least` or `most` this much. */
export const Bar = z.strictObject({ at: z.enum(['least', 'most']), value: z.number() })
export type Bar = z.infer<typeof Bar>

/** `x`: times; `share`: 0 to 1, shown in percent. */
export const Unit = z.enum(['x', 'share', 'ms', 's', 'tokens', 'tokens/s', 'bytes'])
export type Unit = z.infer<typeof Unit>

/** One ratio: the median of interleaved repetitions. `needed` is `null` where nothing is promised of it, or not at this size. */
export const Ratio = z.strictObject({
  title: z.string(),
  needed: Bar.nullable(),
  seen: z.number(),
  unit: Unit,
  met: z.boolean().nullable(),
  /** How many repetitions the median is of. */
  samples: z.int(),
  /** At what sizes it was measured. */
  note: z.string()
})
export type Ratio = z.infer<typeof Ratio>

export const Absolute = z.strictObject({ title: z.string(), value: z.number(), unit: Unit })
export type Absolute = z.infer<typeof Absolute>

/** What one measurement found. */
export interface Findings {
  ratios: Record<string, Ratio>
  absolutes: Record<string, Absolute>
  /** Parts of it that could not be measured, and why. */
  missing?: Report['missing']
}

/** One run. Its parts stand in the order in which they were measured. */
export const Report = z.strictObject({
  version: z.literal(1),
  orrery: z.string(),
  /** Unix milliseconds. */
  startedAt: z.int(),
  seconds: z.number(),
  quick: z.boolean(),
  /** Whether it was ended before everything was measured. */
  stopped: z.boolean(),
  machine: z.strictObject({
    platform: z.string(),
    cpu: z.string(),
    cores: z.int(),
    /** Bytes. */
    memory: z.int(),
    /** Programs that wanted a core when the run began: above about one a core, the figures say more about them. */
    load: z.number()
  }),
  versions: z.record(z.string(), z.string()),
  /** `null`: what was measured needs none. */
  model: z
    .strictObject({
      name: z.string(),
      hash: z.string().nullable(),
      /** Bytes of the file. */
      size: z.int(),
      architecture: z.string(),
      parameters: z.int().nullable(),
      quantization: z.string()
    })
    .nullable(),
  /** What the engine and the plain library ran on; they are the same but for what is being compared. */
  setting: z
    .strictObject({ device: z.string(), contextSize: z.int(), batchSize: z.int(), threads: z.int() })
    .nullable(),
  ratios: z.record(z.string(), Ratio),
  absolutes: z.record(z.string(), Absolute),
  /** What could not be measured, and why. */
  missing: z.array(z.strictObject({ measurement: z.string(), reason: z.string() }))
})
export type Report = z.infer<typeof Report>

/** A ratio with its verdict. */
export function ratio(
  title: string,
  seen: number,
  { unit = 'x', needed = null, samples, note }: { unit?: Unit; needed?: Bar | null; samples: number; note: string }
): Ratio {
  return { title, needed, seen, unit, met: needed && meets(seen, needed), samples, note }
}

export const atLeast = (value: number): Bar => ({ at: 'least', value })
export const atMost = (value: number): Bar => ({ at: 'most', value })

function meets(seen: number, { at, value }: Bar): boolean {
  return at === 'least' ? seen >= value : seen <= value
}

/** The report as rows for a person: ratios first, each with its bar, then absolutes, then what is missing. */
export function rows(report: Report): { ratios: string[][]; absolutes: string[][]; missing: string[] } {
  return {
    ratios: [
      ['', 'needed', 'seen', '', 'rounds', 'how'],
      ...Object.values(report.ratios).map(({ title, needed, seen, unit, met, samples, note }) => [
        title,
        needed ? `${needed.at === 'least' ? '>=' : '<='} ${show(needed.value, unit)}` : '',
        show(seen, unit),
        met === null ? '' : met ? 'met' : 'missed',
        String(samples),
        note
      ])
    ],
    absolutes: Object.values(report.absolutes).map(({ title, value, unit }) => [title, show(value, unit)]),
    missing: report.missing.map(({ measurement, reason }) => `Not measured: ${measurement}. ${reason}`)
  }
}

/** A value in words: three digits say all that a measurement knows. */
export function show(value: number, unit: Unit): string {
  const digits = Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
  switch (unit) {
    case 'x':
      return `${digits}x`
    case 'share':
      return `${Number((value * 100).toFixed(1))} %`
    case 'bytes':
      return value < 1e7 ? `${Number((value / 1e6).toPrecision(2))} MB` : `${Math.round(value / 1e6)} MB`
    case 'ms':
    case 's':
    case 'tokens':
    case 'tokens/s':
      return `${digits} ${unit}`
    default:
      return unit satisfies never
  }
}
