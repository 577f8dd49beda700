// A clock that runs shows another time on every screen, so no rule says what the next screen is until it stands still.
import { expect, it } from 'vitest'
import { drawn, flip, v } from '../../../fixtures/phones/drawn.ts'
import { play } from './play.ts'

const watch = (time: string) =>
  v('FrameLayout', [0, 0, 1080, 2400], {
    k: [
      v('TextView', [60, 300, 900, 500], { t: time }),
      v('CheckBox', [60, 600, 900, 700], { t: 'Beep', s: 'kcf' }),
      v('Button', [60, 800, 500, 900], { t: 'Start', s: 'cf' })
    ]
  })
const tap = (y: number) => ({ action_type: 'click' as const, x: 200, y })
const beeping = (time: string) => {
  const screen = watch(time)
  flip('Beep')(screen)
  return drawn.dump(screen)
}

it('52.3 a screen on which a clock runs is asked of the model, and one on which it has stopped is not', async () => {
  const turns = [
    { action: tap(650), observation: beeping('00:00.00') },
    { action: tap(850), observation: beeping('00:00.41') },
    { action: tap(650), observation: drawn.dump(watch('00:02.73')) },
    { action: tap(850), observation: drawn.dump(watch('00:03.18')) },
    { action: { action_type: 'wait' as const }, observation: drawn.dump(watch('00:03.18')) },
    { action: tap(650), observation: beeping('00:03.18') }
  ]
  const played = await play({ domain: 'android', first: drawn.dump(watch('00:00.00')), turns })
  expect(played.map(({ text, observation }) => (text === null ? 'asked' : text === observation))).toEqual([
    true,
    'asked',
    'asked',
    'asked',
    'asked',
    true
  ])
})

it('52.3 the clock of the bar above, which goes by minutes, stops nothing', async () => {
  const turns = [
    { action: tap(650), observation: beeping('09:42') },
    { action: tap(650), observation: drawn.dump(watch('09:42')) }
  ]
  const played = await play({ domain: 'android', first: drawn.dump(watch('09:41')), turns })
  expect(played.map(({ text }) => text === null)).toEqual([false, false])
})
