// The gallery by itself: what worlds can be disturbed by, and, with a world open, a way to disturb it.
import type { ReactNode } from 'react'
import { useActions, useOrrery } from '../store/index.ts'
import { Gallery } from './Gallery.tsx'

export function Browse(): ReactNode {
  const world = useOrrery((state) => state.world)
  const { show, disturb } = useActions()
  return (
    <Gallery
      domain={world?.session.domain ?? null}
      verb="Add to this world"
      onClose={() => show(null)}
      {...(world && {
        onUse: (use) => {
          show(null)
          void disturb(use)
        }
      })}
    />
  )
}
