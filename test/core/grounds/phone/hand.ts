// A phone in the hand of a test: actions as a person types them, on a program of declared data.

import { commandOf } from '../../../../src/core/domains/android/commands.ts'
import { android } from '../../../../src/core/domains/android/index.ts'
import { intents } from '../../../../src/core/domains/android/intents.ts'
import { actOnPhone, turnOn } from '../../../../src/core/grounds/phone/act.ts'
import { lookAtPhone } from '../../../../src/core/grounds/phone/look.ts'
import { PhoneView } from '../../../../src/core/grounds/programs/program.ts'
import type { PhoneForm } from '../../../../src/core/observations/devices/android-views.ts'
import type { Action } from '../../../../src/core/tree/model.ts'
import { served } from '../served.ts'

/** @param data declared data as JSON */
export function phoneOf(data: unknown, form: PhoneForm = 'android-elements') {
  const { requests, state, run, view: viewOf } = served(data)
  const view = () => PhoneView.parse(viewOf('phone'))
  let phone = run(turnOn(view()))
  const look = () => lookAtPhone(phone, view(), form)
  const hand = {
    requests,
    look,
    state,
    phone: () => phone,
    text: () => look().text,
    /** What is shown as texts, without the status bar and the keyboard. */
    shows: () =>
      look()
        .screen.nodes.filter(({ ref }) => ref !== null)
        .map(({ name, value, text }) => (value || text ? `${name}=${value || text}` : name))
        .filter(
          (one) =>
            !/^(?:.|Shift|Delete|Space|Enter|\d\d:\d\d|Wifi signal full\.|No internet\.|Battery .*|.* notification: .*|)$/u.test(
              one
            )
        ),
    /** @returns what is seen then, or how it is refused */
    do(given: string | object): string {
      const action: Action = typeof given === 'string' ? android.fromText(given) : android.action.parse(given)
      const made = run(actOnPhone(phone, action, { view: view(), form, by: { intents, phone: commandOf } }))
      phone = made.state
      const { text } = look()
      return made.refusal ? intents.refuse(action, made.refusal, text) : text
    },
    /** The number of the first thing that is called so. */
    at(name: string): number {
      const node = look().screen.nodes.find((one) => one.ref !== null && [one.name, one.text].includes(name))
      if (!node) throw new Error(`Nothing is called ${name}:\n${look().text}`)
      return Number(node.ref)
    },
    tap: (name: string): string => hand.do(`tap ${hand.at(name)}`)
  }
  return hand
}
