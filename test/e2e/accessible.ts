// What stands in nobody's way.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'
import { expect } from 'vitest'

// What they find is moderate or minor by axe's own table (4.14), and would be left out below. Without them a look takes a quarter less.
const MILD = [
  ...[
    'aria-allowed-role',
    'aria-deprecated-role',
    'empty-heading',
    'empty-table-header',
    'form-field-multiple-labels',
    'heading-order'
  ],
  ...['html-xml-lang-mismatch', 'identical-links-same-purpose', 'image-redundant-alt', 'landmark-one-main'],
  ...['landmark-banner-is-top-level', 'landmark-complementary-is-top-level', 'landmark-contentinfo-is-top-level'],
  ...['landmark-main-is-top-level', 'landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo'],
  ...['landmark-no-duplicate-main', 'landmark-unique', 'meta-viewport', 'meta-viewport-large', 'no-autoplay-audio'],
  ...['page-has-heading-one', 'presentation-role-conflict', 'region', 'scope-attr-valid', 'server-side-image-map'],
  ...['skip-link', 'table-duplicate-name']
]

/** Axe finds nothing serious or critical in what `page` shows. Of a dark page, which differs from the light one by nothing else, the colours. */
export async function accessible(page: Page, where: string): Promise<void> {
  // A page without a frame is looked at where it is: else axe opens a second page to bring frames together. It is read into a page once.
  const alone = page.frames().length === 1
  const isThere = alone && (await page.evaluate(() => 'axe' in window))
  // Else every node that passes is written down as well, which takes a fifth of the time.
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode(alone)
    .options({ resultTypes: ['violations'] })
  if (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) builder.withRules('color-contrast')
  else builder.disableRules(MILD)
  const { violations } = await builder.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect({ where, grave: grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)) }).toEqual({
    where,
    grave: []
  })
}

// A folder for pictures to be looked at.
const SHOTS = process.env.ORRERY_SHOTS

/** The page in both themes: accessible, and a picture where one is wanted. */
export async function inBothThemes(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await accessible(page, `${what}, ${colorScheme}`)
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${what}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
