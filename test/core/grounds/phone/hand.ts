// A phone in the hand of a test: actions as a person types them, on a program of declared data.

import { commandOf } from '../../../../src/core/domains/android/commands.ts'
import { android } from '../../../../src/core/domains/android/index.ts'
import { intents } from '../../../../src/core/domains/android/intents.ts'
import type { BrowserAnswer, BrowserRequest } from '../../../../src/core/grounds/browser/load.ts'
import { actOnPhone, turnOn } from '../../../../src/core/grounds/phone/act.ts'
import { lookAtPhone } from '../../../../src/core/grounds/phone/look.ts'
import { declaredProgram } from '../../../../src/core/grounds/programs/declared/program.ts'
import { readDeclared } from '../../../../src/core/grounds/programs/declared/read.ts'
import { responseOf } from '../../../../src/core/grounds/programs/event.ts'
import { PhoneView, type ProgramStep } from '../../../../src/core/grounds/programs/program.ts'
import type { PhoneForm } from '../../../../src/core/observations/devices/android-views.ts'
import type { Action } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'

/** @param data declared data as JSON */
export function phoneOf(data: unknown, form: PhoneForm = 'android-elements') {
  const { world, faults } = readDeclared(data)
  if (!world) throw new Error(JSON.stringify(faults))
  const program = declaredProgram(world)
  let state: Json = program.init('0')
  const requests: string[] = []
  function run<Done>(asking: Generator<BrowserRequest, Done, BrowserAnswer>): Done {
    let next = asking.next()
    while (!next.done) {
      const { method, url, headers, body } = next.value
      requests.push(`${method} ${url.href}`)
      const query = Object.fromEntries(url.searchParams)
      const step: ProgramStep = program.step(state, {
        door: 'http',
        method,
        path: url.pathname,
        query,
        headers,
        body
      }) ?? { answer: { status: 404 } }
      state = step.state ?? state
      next = asking.next(responseOf(step))
    }
    return next.value
  }
  const view = () => PhoneView.parse(program.view('phone', state))
  let phone = run(turnOn(view()))
  const look = () => lookAtPhone(phone, view(), form)
  const hand = {
    requests,
    look,
    state: () => state,
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
