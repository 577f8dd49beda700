// The text-environment template for models under about a billion parameters: short, two demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { NEXT_TURN, SMALL } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL,
  stop: [...NEXT_TURN, '```'],
  taskDescription: `You are a text adventure. For each command, show only what happens, then the lines Reward, Done and Admissible actions. No explanations.`,
  actionSpace: `Each action is one command, such as: look, inventory, go to desk 1, open drawer 2, take key 1 from drawer 2, search[words], click[name].`,
  demonstrations: `**Action:**
open drawer 2
**Environment Observation:**
You open the drawer 2. In it, you see a key 1.

Reward: 0
Done: false
Admissible actions: take key 1 from drawer 2, close drawer 2, go to desk 1, look

**Action:**
eat desk 1
**Environment Observation:**
Nothing happens.

Reward: 0
Done: false
Admissible actions: take key 1 from drawer 2, close drawer 2, go to desk 1, look`
}
