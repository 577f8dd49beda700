// The line above the picture: what changed, and how the screen is looked at.
import { FileText, ListTree, Maximize, Minus, Plus, SquareDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { count, counted, percent } from '../../words.ts'
import type { ScreenPreferences } from './preferences.ts'
import type { ScreenReading } from './reading.ts'

export interface ToolbarProps {
  reading: ScreenReading
  /** Nodes that are new or say something else; `null` where there is nothing to compare with. */
  change: ReadonlySet<number> | null
  /** How many nodes fewer there are than before. */
  fewer: number
  /** The world predicts that nothing happened. */
  same: boolean
  preferences: ScreenPreferences
  onPreferences(change: Partial<ScreenPreferences>): void
  raw: boolean
  onRaw(raw: boolean): void
  zoom: number
  onZoom(zoom: number): void
  /** Whether all of the screen is shown; `null` where there is no less to show. */
  whole: boolean | null
  /** Whether it is in view; `null` without a screen to inspect. */
  inspector: boolean | null
  onInspector(): void
  onWhole(whole: boolean): void
}

const STEP = 1.25

export function Toolbar({
  reading,
  change,
  fewer,
  same,
  preferences,
  onPreferences,
  raw,
  onRaw,
  zoom,
  onZoom,
  whole,
  onWhole,
  inspector,
  onInspector
}: ToolbarProps): ReactNode {
  const to = (next: number) => onZoom(Math.abs(next - 1) < 0.05 ? 1 : Math.min(4, Math.max(0.25, next)))
  return (
    <div className="pic-toolbar">
      <span className="min-w-0 truncate text-muted">
        {reading.screen ? counted(reading.screen.nodes.length, 'node') : 'Text only'}
      </span>
      {same ? (
        <span role="status" className="pic-same">
          No visible change predicted
        </span>
      ) : (
        change && (
          <button
            type="button"
            className="pic-chip"
            aria-pressed={preferences.changes}
            onClick={() => onPreferences({ changes: !preferences.changes })}
          >
            <SquareDashed size={13} aria-hidden="true" /> {count(change.size)} changed
            {fewer > 0 && `, ${count(fewer)} fewer`}
          </button>
        )
      )}
      <span className="flex-1" />
      <button
        type="button"
        aria-label="Zoom out"
        className="icon-button"
        disabled={zoom <= 0.25}
        onClick={() => to(zoom / STEP)}
      >
        <Minus size={14} aria-hidden="true" />
      </button>
      <button type="button" title="Zoom to fit" className="pic-zoom" onClick={() => onZoom(1)}>
        {zoom === 1 ? 'Fit' : percent(zoom)}
      </button>
      <button
        type="button"
        aria-label="Zoom in"
        className="icon-button"
        disabled={zoom >= 4}
        onClick={() => to(zoom * STEP)}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
      {whole !== null && (
        <button
          type="button"
          className="pic-chip"
          title="Include the wallpaper around the windows"
          aria-pressed={whole}
          onClick={() => onWhole(!whole)}
        >
          <Maximize size={13} aria-hidden="true" /> Whole screen
        </button>
      )}
      <button type="button" className="pic-chip" aria-pressed={raw} onClick={() => onRaw(!raw)}>
        <FileText size={13} aria-hidden="true" /> Text
      </button>
      <button
        type="button"
        className="pic-chip"
        aria-pressed={inspector === true}
        disabled={inspector === null}
        onClick={onInspector}
      >
        <ListTree size={13} aria-hidden="true" /> Inspector
      </button>
    </div>
  )
}
