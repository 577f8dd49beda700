// What stands in nobody's way.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Axe finds nothing serious or critical in what `page` shows. */
export async function accessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect({ where, grave: grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)) }).toEqual({
    where,
    grave: []
  })
}
