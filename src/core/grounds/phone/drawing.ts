// What the windows of a phone are drawn with.

import type { ViewTarget } from '../../observations/devices/android-views.ts'
import type { AddView } from '../../observations/devices/phone-layout.ts'
import type { PhoneView } from '../programs/program.ts'
import type { PhoneState } from './state.ts'

export const STATUS_HEIGHT = 136
export const BAR_HEIGHT = 147
// The strip at the bottom by which one goes home.
export const STRIP = 63
export const KEYBOARD_HEIGHT = 760

export const NOTHING: ReadonlySet<string> = new Set()
export const TAPPED: ReadonlySet<string> = new Set(['clickable'])
export const SYSTEM = 'com.android.systemui'

export interface PhoneDrawing {
  add: AddView
  state: PhoneState
  view: PhoneView
  width: number
  height: number
}

export const system = (name: string): ViewTarget => ({ system: name })

export function drawWindow({ add, width, height }: PhoneDrawing, from: string): { parent: number; package: string } {
  const bounds = { x: 0, y: 0, width, height }
  return { parent: add({ className: 'android.widget.FrameLayout', package: from, bounds }), package: from }
}

/** The time of day that a clock shows. */
export const timeOf = (now: string): string => /T(\d\d:\d\d)/.exec(now)?.[1] ?? '00:00'
