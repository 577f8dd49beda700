// What stands in nobody's way.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Axe finds nothing serious or critical in what `page` shows. `colours`: only these are looked at, where they alone have changed. */
export async function accessible(page: Page, where: string, { colours = false } = {}): Promise<void> {
  // Else every node that passes is written down as well, which takes a fifth of the time.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (colours) builder.withRules('color-contrast')
  const { violations } = await builder.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect({ where, grave: grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)) }).toEqual({
    where,
    grave: []
  })
}
