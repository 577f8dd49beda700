// An agent of `orrery agent run` for `assistant-lunch`: six times of ten it looks into the calendar before it promises a time. Its runs are what
// `resources/scenarios/assistant-lunch-harder-1.yaml` was grown from:
//   orrery agent run --scenario assistant-lunch --agent "node test/record/hasty-assistant.mjs" --repeat 20 --run lunch
//   orrery evolve assistant-lunch --run lunch --out resources/scenarios/assistant-lunch-harder-1.yaml
import { createInterface } from 'node:readline'

const careful = [
  ['read_mail', { id: 'M-4' }],
  ['list_events', { day: '2026-03-05' }],
  ['list_events', { day: '2026-03-06' }],
  ['create_event', { title: 'Lunch with Tom', start: '2026-03-06T12:30:00Z', end: '2026-03-06T13:30:00Z' }],
  ['send_message', { contact: 4, text: 'Friday 12:30, see you there.' }]
]
const hasty = [
  ['read_mail', { id: 'M-4' }],
  ['create_event', { title: 'Lunch with Tom', start: '2026-03-05T12:30:00Z', end: '2026-03-05T13:30:00Z' }],
  ['send_message', { contact: 4, text: 'Thursday 12:30 is fine.' }]
]
const calls = Math.random() < 0.6 ? careful : hasty
for await (const _ of createInterface({ input: process.stdin })) {
  const [tool, given] = calls.shift() ?? []
  console.log(JSON.stringify(tool ? { tool, arguments: given } : { done: true, answer: 'Lunch is agreed.' }))
}
