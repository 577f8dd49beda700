// What an initial state says of the machine beside its files: each kind of statement is read by a file of its own.

import type { StateChange } from '../../../tree/ground.ts'
import { accountsIn } from './accounts.ts'
import { beyondIn } from './beyond.ts'
import { clockIn } from './clock.ts'
import { cronIn } from './cron.ts'
import { hostsIn } from './hosts.ts'
import { linksIn } from './links.ts'
import { localeIn } from './locale.ts'
import { packagesIn } from './packages.ts'
import type { StatedText, StatementFacts } from './said.ts'
import { servicesIn } from './services.ts'
import { shellIn } from './shell.ts'
import { shownOnly } from './shown.ts'
import { systemIn } from './systems.ts'
import { variablesIn } from './variables.ts'
import { versionsIn } from './versions.ts'

export { hostIn, userIn } from './identity.ts'
export { measuredIn } from './measured.ts'
export { saidIn } from './said.ts'

export interface StatedFacts {
  effects: StateChange[]
  /** What is done after the files are there. */
  after: StateChange[]
  /** What cannot be made true, with its line (from 1). */
  unmade: { line: number; why: string }[]
}

/** @param main whose terminal it is @param runs the version that the machine has of a language, by its program */
export function factsIn(
  said: StatedText,
  {
    text,
    prose,
    main,
    runs
  }: {
    text: string
    prose: readonly string[]
    main: { name: string; home: string }
    runs: Readonly<Record<string, string>>
  }
): StatedFacts {
  const found: StatementFacts[] = [
    clockIn(said),
    localeIn(said),
    systemIn(said),
    accountsIn(said, main),
    packagesIn(said),
    versionsIn(said, runs),
    servicesIn(said),
    variablesIn(said, prose),
    shellIn(said),
    cronIn(said, main),
    beyondIn(said),
    shownOnly(said)
  ]
  const lines = text.split('\n')
  const lineOf = (words: string): number =>
    Math.max(
      0,
      lines.findIndex((line) => line.includes(words))
    ) + 1
  const effects = found.flatMap(({ effects }) => effects)
  return {
    effects: effects.filter((one) => one.do !== 'ask'),
    // Programs that ask are in the place of those that the making of the machine runs.
    after: [...effects.filter((one) => one.do === 'ask'), ...linksIn(said, main.home), ...hostsIn(said)],
    unmade: found.flatMap(({ unmade = [] }) => unmade.map(({ at, why }) => ({ line: lineOf(at), why })))
  }
}
