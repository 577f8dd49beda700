// What templates are made of: parts that those for models of one size have in common, and texts from resources/prompts.
import { z } from 'zod'
import rules from '../../../resources/prompts/screen-rules.json' with { type: 'json' }
import { Lines, shipped } from '../text/shipped.ts'
import type { DomainTemplate } from './domain.ts'

/** For 35B-class world models, which think before they answer; tools as the data that they were trained on tells them. */
export const LARGE = {
  name: 'standard',
  thinking: true,
  prefill: false,
  stop: [],
  repeats: 0,
  toolForm: 'markdown'
} satisfies Partial<DomainTemplate>

/** For models under about a billion parameters: short, with demonstrations, no thinking, and the beginning said for them. */
export const SMALL = { name: 'small', thinking: false, prefill: true, repeats: 6 }

/** What a small model writes when it runs on past its turn: the next one. */
export const NEXT_TURN = ['### Turn', '**Action:**', '**Environment Observation:**']

// Rows of a screen are alike more often than lines of a terminal.
export const SMALL_SCREEN = { ...SMALL, repeats: 12, stop: [...NEXT_TURN, '**Current State:**', '\nAction:'] }

const Texts = z.strictObject({ taskDescription: Lines, actionSpace: Lines, demonstrations: Lines })
const PromptFile = z.strictObject({ standard: Texts, small: Texts })
const SCREEN_RULES = shipped('prompts/screen-rules.json', Lines, rules)

/**
 * The texts of a domain's templates.
 * @param given what `resources/prompts/DOMAIN.json` holds
 * @param screen what the domain calls its screen (`page`), where the file has the line `{screen_rules}`: rules that all screens share
 * @throws OrreryError internal for a damaged file
 */
export function promptTexts(domain: string, given: unknown, screen = 'screen'): z.output<typeof PromptFile> {
  const { standard, small } = shipped(`prompts/${domain}.json`, PromptFile, given)
  const shared = SCREEN_RULES.replaceAll('{screen}', screen)
  const taskDescription = standard.taskDescription.replace('{screen_rules}', () => shared)
  return { standard: { ...standard, taskDescription }, small }
}
