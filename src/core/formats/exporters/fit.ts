// Which branches are trained on: by how they ended, and without those that a failure of the environment hurt.

import { findDomain } from '../../domains/index.ts'
import { concludes } from '../../domains/talk.ts'
import { unmarked } from '../../tree/cut.ts'
import type { ExportedTurn, ExportSource } from '../exporting.ts'
import type { ViewOptions } from './view.ts'

/** How a branch ended; `unknown` where neither the world nor the agent says. */
type BranchOutcome = 'success' | 'failure' | 'unknown'

export async function isFit(
  source: ExportSource,
  { outcome, failures }: Pick<ViewOptions, 'outcome' | 'failures'>
): Promise<boolean> {
  if (outcome !== 'all' && (await outcomeOf(source)) !== outcome) return false
  if (failures === 'drop') for await (const turn of source.chain()) if (failureIn(turn) !== null) return false
  return true
}

/** By the rewards and the end that the world reports; where it reports none, by what the agent said last of its task. */
export async function outcomeOf(source: ExportSource): Promise<BranchOutcome> {
  let [total, ended, reported] = [0, false, false]
  let said: boolean | null = null
  for await (const { step, setup } of source.chain()) {
    const text = unmarked(step.observation.text)
    const document = findDomain(setup.domain).document?.read(step.action, text)
    if (document?.kind === 'scene') {
      reported ||= document.reward !== null || document.done !== null
      total += document.reward ?? 0
      ended = document.done ?? ended
    }
    said = concludes(setup, step.action, text)
  }
  if (reported) return ended && total > 0 ? 'success' : 'failure'
  if (said === null) return 'unknown'
  return said ? 'success' : 'failure'
}

/** What of the environment failed in a turn. */
type EnvironmentFailure = 'missing state' | 'captcha' | 'http'

/** Only of screens: elsewhere an error is what the action came to. `null`: nothing failed. */
function failureIn({ step, setup }: Pick<ExportedTurn, 'step' | 'setup'>): EnvironmentFailure | null {
  if (findDomain(setup.domain).surface !== 'screen') return null
  const text = unmarked(step.observation.text)
  if (text.trim() === '') return 'missing state'
  if (CAPTCHA.test(text)) return 'captcha'
  return HTTP.test(text) ? 'http' : null
}

const CAPTCHA = /captcha|are you a robot|i(?:'|’)?m not a robot|verify (?:that )?you are (?:a )?human/i
const HTTP =
  /\bhttp(?: error)?:? [45]\d\d\b|\b[45]\d\d (?:bad request|unauthorized|forbidden|not found|too many requests|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)\b|net::err_/i
