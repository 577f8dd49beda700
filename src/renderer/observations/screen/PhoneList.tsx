// A phone's screen without coordinates, set as an app: status bar, app bar, rows, keyboard.
import type { ReactNode } from 'react'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { layoutOf } from './phone.ts'

export interface PhoneListProps {
  screen: Screen
  /** Draws one node; `small`: as a sign, where one is known for what it says. */
  draw(index: number, small?: boolean): ReactNode
}

export function PhoneList({ screen, draw }: PhoneListProps): ReactNode {
  const { status, bar, menu, rows } = layoutOf(screen)
  return (
    <>
      {status.length > 0 && <div className="pic-app-status">{status.map((index) => draw(index, true))}</div>}
      {bar && (
        <div className="pic-app-bar">
          {draw(bar.lead, true)}
          {bar.title !== null && draw(bar.title)}
          <span className="pic-app-gap" />
          {bar.actions.map((index) => draw(index, true))}
        </div>
      )}
      {menu.length > 0 && <div className="pic-app-menu">{menu.map((index) => draw(index))}</div>}
      <div className="pic-app-rows">
        {rows.map((row, at) =>
          typeof row === 'number' ? (
            draw(row)
          ) : 'keys' in row ? (
            <div key={`keys ${at}`} className="pic-app-keys">
              {row.keys.map((line, nth) => (
                <div key={nth}>{line.map((index) => draw(index, true))}</div>
              ))}
            </div>
          ) : (
            <div key={`row ${row.row}`} className="pic-app-pictured">
              {draw(row.picture, true)}
              {draw(row.row)}
            </div>
          )
        )}
      </div>
    </>
  )
}
