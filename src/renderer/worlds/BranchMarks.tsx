// The lines of the branch tree, drawn beside a row: down past it, or around the corner to it.
import type { ReactNode } from 'react'

// Beyond this depth the titles would have no room; the words still say where a branch left.
const DEEPEST = 5

export function BranchMarks({ lines }: { lines: boolean[] }): ReactNode {
  const shown = lines.slice(-DEEPEST)
  return (
    <span aria-hidden className="flex self-stretch">
      {shown.map((goesOn, level) => {
        const own = level === shown.length - 1
        return (
          <span key={level} className="relative w-3.5 shrink-0">
            {(goesOn || own) && (
              <span
                className={`absolute -top-1 left-1.5 border-muted/60 border-l ${goesOn ? '-bottom-1' : 'bottom-1/2'}`}
              />
            )}
            {own && <span className="absolute top-1/2 right-0.5 left-1.5 border-muted/60 border-t" />}
          </span>
        )
      })}
    </span>
  )
}
