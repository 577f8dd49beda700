// Exactness by the number of the turn, drawn: a line for each contestant. A page without scripts needs no more than a few paths.
import { largest } from '../../../core/text/extremes.ts'
import { forHtml as text } from './escaped.ts'

interface CurveLine {
  name: string
  /** `exact` from 0 to 1. */
  points: readonly { turn: number; exact: number }[]
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 180, 34, 22]
// Told apart without colour too.
const DASHES = ['', '6 4', '2 3', '9 3 2 3', '12 5', '1 5']

export function curve(lines: readonly CurveLine[]): string {
  const last = Math.max(2, largest(lines.flatMap(({ points }) => points.map(({ turn }) => turn))))
  const x = (turn: number): string => (LEFT + ((turn - 1) / (last - 1)) * (WIDTH - LEFT - 10)).toFixed(1)
  const y = (exact: number): string => (8 + (1 - exact) * (HEIGHT - BOTTOM - 8)).toFixed(1)
  const paths = lines.map(({ points }, index) => {
    const at = points.map(({ turn, exact }) => `${x(turn)},${y(exact)}`).join(' ')
    return `<polyline points="${at}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="${dashOf(index)}"/>`
  })
  const keys = lines.map(
    ({ name }, index) =>
      `<li><svg width="40" height="8" aria-hidden="true"><line x1="0" x2="40" y1="4" y2="4" stroke="currentColor" stroke-width="2" stroke-dasharray="${dashOf(index)}"/></svg> ${text(name)}</li>`
  )
  const told = lines.map(({ name, points }) => `${name}: ${points.map(({ exact }) => exact.toFixed(2)).join(', ')}`)
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-label="${text(`Exact by turn. ${told.join('. ')}`)}">
<g stroke="currentColor" opacity=".4"><line x1="${LEFT}" x2="${WIDTH - 10}" y1="${y(0)}" y2="${y(0)}"/><line x1="${LEFT}" x2="${LEFT}" y1="${y(1)}" y2="${y(0)}"/></g>
<g fill="currentColor" font-size="12"><text x="4" y="${y(0.97)}">1</text><text x="4" y="${y(0)}">0</text><text x="${LEFT}" y="${HEIGHT - 4}">turn 1</text><text x="${WIDTH - 10}" y="${HEIGHT - 4}" text-anchor="end">${last}</text></g>
${paths.join('\n')}
</svg><ul>${keys.join('')}</ul>`
}

const dashOf = (index: number): string => DASHES[index % DASHES.length] ?? ''
