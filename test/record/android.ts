// Writes a sample session of a phone: node test/record/android.ts NAME > resources/samples/NAME.jsonl
// There is no emulator to record from: the sessions are made from descriptions of the apps (phones/) and say so.
import { droidbot, droidrun, listed } from './phones/agents.ts'
import { contact } from './phones/contact.ts'
import type { Phone } from './phones/phone.ts'
import { wifi } from './phones/wifi.ts'
import { chosen, sampleFile } from './sample.ts'

// About what a phone takes to come to rest.
const MS = 900

const SAMPLES: Record<string, Phone> = {
  'android-contact': contact,
  'android-droidbot': droidbot,
  'android-droidrun': droidrun,
  'android-list': listed,
  'android-wifi': wifi
}

const [name, { title, notes, program, initialState, turns }] = chosen(SAMPLES)
process.stdout.write(
  await sampleFile({
    name,
    title,
    notes,
    domain: 'android',
    engine: 'authored',
    // The program made none of these screens.
    program: `written by a person after ${program}`,
    initialState,
    turns: turns.map((turn) => ({ ...turn, ms: MS }))
  })
)
