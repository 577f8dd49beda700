// The memory a model would take, against what is free: a picture of it, and the same in numbers.
import type { CSSProperties, ReactNode } from 'react'
import type { Fit } from '../../core/contract/fit.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import { bytes } from '../words.ts'

// Told apart by their texture as well: solid, striped, pale.
const PARTS = [
  { part: 'weights', name: 'Weights', fill: { background: 'var(--accent)' } },
  {
    part: 'cache',
    name: 'Context (KV cache)',
    fill: {
      background:
        'repeating-linear-gradient(135deg, var(--accent) 0 3px, color-mix(in srgb, var(--accent) 35%, var(--panel)) 3px 6px)'
    }
  },
  {
    part: 'buffers',
    name: 'Work buffers',
    fill: { background: 'color-mix(in srgb, var(--accent) 32%, var(--panel))' }
  }
] as const satisfies { part: keyof Fit; name: string; fill: CSSProperties }[]

const PLACES = [
  { place: 'ram', name: 'Main memory' },
  { place: 'vram', name: 'GPU memory' }
] as const

export function MemoryBars({ fit }: { fit: Fit }): ReactNode {
  const places = PLACES.filter(({ place }) => fit.free[place] > 0 || need(fit, place) > 0)
  return (
    <div className="flex flex-col gap-3">
      {places.map(({ place, name }) => (
        <Bar key={place} fit={fit} place={place} name={name} />
      ))}
      <table className="w-full text-left text-xs tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pb-1 font-normal">
              <span className="sr-only">Used by</span>
            </th>
            {places.map(({ place, name }) => (
              <th key={place} scope="col" className="pb-1 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PARTS.map(({ part, name, fill }) => (
            <tr key={part}>
              <th scope="row" className="py-0.5 font-normal">
                <span aria-hidden className="mr-2 inline-block size-2.5 rounded-sm align-baseline" style={fill} />
                {name}
              </th>
              {places.map(({ place }) => (
                <td key={place} className="text-right">
                  {bytes(fit[part][place])}
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-line border-t font-medium">
            <th scope="row" className="py-0.5 font-medium">
              Total
            </th>
            {places.map(({ place }) => (
              <td key={place} className="text-right">
                {bytes(need(fit, place))}
              </td>
            ))}
          </tr>
          <tr className="text-muted">
            <th scope="row" className="py-0.5 font-normal">
              Free now
            </th>
            {places.map(({ place }) => (
              <td key={place} className="text-right">
                {bytes(fit.free[place])}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function Bar({ fit, place, name }: { fit: Fit; place: keyof Bytes; name: string }): ReactNode {
  const needed = need(fit, place)
  const free = fit.free[place]
  const whole = Math.max(needed, free, 1)
  const over = needed > free
  return (
    <div aria-hidden>
      <p className="mb-1 flex justify-between gap-3 text-xs tabular-nums">
        <span className="font-medium">{name}</span>
        <span className={over ? 'font-medium text-danger' : 'text-muted'}>
          {over ? `${bytes(needed - free)} more than is free` : `${bytes(needed)} of ${bytes(free)} free`}
        </span>
      </p>
      <div className="relative flex h-3.5 overflow-hidden rounded border border-line bg-field">
        {PARTS.map(({ part, fill }) => (
          <span key={part} style={{ ...fill, width: `${(100 * fit[part][place]) / whole}%` }} />
        ))}
        {over && (
          <span
            className="absolute inset-y-0 right-0 border-danger border-l-2 bg-danger/35"
            style={{ left: `${(100 * free) / whole}%` }}
          />
        )}
      </div>
    </div>
  )
}

function need(fit: Fit, place: keyof Bytes): number {
  return PARTS.reduce((sum, { part }) => sum + fit[part][place], 0)
}
