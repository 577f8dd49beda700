// Means with their intervals, drawn: a band for each domain, a mark for each contestant that leads to the turns behind it. No script, no library.
import type { Figure } from '../../../core/control/compare/report.ts'
import { bounds } from './compare-text.ts'
import { forHtml as text } from './escaped.ts'

export interface PlotBand {
  name: string
  marks: { contestant: number; name: string; figure: Figure; href: string }[]
}

const [WIDTH, LEFT, RIGHT, ROW, GAP, TOP] = [720, 130, 20, 16, 12, 8]
const AXIS = 24
const TICKS = [0, 0.25, 0.5, 0.75, 1]
// Told apart without colour: the shape of a contestant is the same on the whole page.
const SHAPES: ((x: number, y: number) => string)[] = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="4.5" fill="currentColor"/>`,
  (x, y) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="currentColor"/>`,
  (x, y) => `<path d="M${x} ${y - 6}l6 6-6 6-6-6z" fill="currentColor"/>`,
  (x, y) => `<path d="M${x} ${y - 5}l5.5 9.5h-11z" fill="currentColor"/>`,
  (x, y) => `<circle cx="${x}" cy="${y}" r="4" fill="none" stroke="currentColor" stroke-width="2"/>`,
  (x, y) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="none" stroke="currentColor" stroke-width="2"/>`,
  (x, y) => `<path d="M${x} ${y - 6}l6 6-6 6-6-6z" fill="none" stroke="currentColor" stroke-width="2"/>`,
  (x, y) => `<path d="M${x - 4} ${y - 4}l8 8m0-8l-8 8" stroke="currentColor" stroke-width="2"/>`
]

const shapeOf = (contestant: number) => SHAPES[contestant % SHAPES.length] ?? ((): string => '')

/** Figures from 0 to 1. `title` names the drawing for those who do not see it. */
export function intervalPlot(title: string, bands: readonly PlotBand[]): string {
  const shown = bands.filter(({ marks }) => marks.length)
  if (!shown.length) return ''
  const x = (value: number): number => Math.round(LEFT + value * (WIDTH - LEFT - RIGHT))
  let y = TOP
  const rows = shown.map(({ name, marks }) => {
    const top = y
    const drawn = marks.map(({ contestant, name: who, figure, href }, at) => {
      const middle = top + at * ROW + ROW / 2
      const { low, high, mean, turns } = figure
      const line =
        low === null || high === null
          ? ''
          : `<path d="M${x(low)} ${middle}H${x(high)}M${x(low)} ${middle - 3}v6M${x(high)} ${middle - 3}v6" stroke="currentColor" stroke-width="1.5" opacity=".6" fill="none"/>`
      const said = `${who}, ${name}: ${mean.toFixed(3)}${bounds(figure)}, ${turns} turns`
      return `<a href="${text(href)}" aria-label="${text(said)}"><title>${text(said)}</title><rect x="${LEFT}" y="${middle - ROW / 2}" width="${WIDTH - LEFT - RIGHT}" height="${ROW}" fill="transparent"/>${line}${shapeOf(contestant)(x(mean), middle)}</a>`
    })
    y = top + marks.length * ROW + GAP
    return `<text x="${LEFT - 10}" y="${top + (marks.length * ROW) / 2 + 4}" text-anchor="end" font-size="13" fill="currentColor">${text(name)}</text>${drawn.join('')}`
  })
  const bottom = y - GAP / 2
  const ticks = TICKS.map(
    (value) =>
      `<path d="M${x(value)} ${TOP}V${bottom}" stroke="currentColor" opacity=".18"/><text x="${x(value)}" y="${bottom + 16}" text-anchor="middle" font-size="12" fill="currentColor">${value}</text>`
  )
  return `<svg viewBox="0 0 ${WIDTH} ${bottom + AXIS}" width="${WIDTH}" role="group" aria-label="${text(title)}">
${ticks.join('')}
${rows.join('\n')}
</svg>
${legend(shown)}`
}

function legend(bands: readonly PlotBand[]): string {
  const names = new Map(bands.flatMap(({ marks }) => marks.map(({ contestant, name }) => [contestant, name] as const)))
  const items = [...names]
    .sort(([a], [b]) => a - b)
    .map(
      ([contestant, name]) =>
        `<li><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${shapeOf(contestant)(8, 8)}</svg> ${text(name)}</li>`
    )
  return `<ul class="legend">${items.join('')}</ul>`
}
