import { chromium } from 'playwright'
import { mkdtempSync } from 'node:fs'
import { launchOptions } from './e2e/chromium.ts'
import { serveWindow } from './e2e/window.ts'
const home = mkdtempSync('/tmp/nc-win-')
const served = await serveWindow({ home })
const options = await launchOptions()
const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), '--disable-3d-apis'] })
const page = await browser.newPage({ viewport: { width: 400, height: 760 }, reducedMotion: 'reduce', colorScheme: 'dark' })
const faults: string[] = []
page.on('pageerror', (e) => faults.push(String(e)))
page.on('console', (m) => m.type() === 'error' && faults.push(m.text()))
let n = 0
const wide = () => page.evaluate(() => { const over: string[] = []; if (document.documentElement.scrollWidth > innerWidth) over.push('document ' + document.documentElement.scrollWidth); for (const e of document.querySelectorAll('body *')) { const r = e.getBoundingClientRect(); if (r.width && r.right > innerWidth + 1 && getComputedStyle(e).position !== 'absolute') { let p = e.parentElement; let clipped = false; while (p) { const s = getComputedStyle(p); if (/auto|hidden|scroll|clip/.test(s.overflowX)) { clipped = true; break }; p = p.parentElement } if (!clipped) over.push(e.tagName + '.' + String(e.className).slice(0, 60) + ' ' + Math.round(r.right)) } } return over.slice(0, 5) })
const shot = async (name: string) => { await page.waitForTimeout(500); await page.screenshot({ path: `/tmp/nc-shots/n${String(++n).padStart(2, '0')}-${name}.png` }); const w = await wide(); if (w.length) console.log(name, w) }
await page.goto(served.url)
await page.getByRole('button', { name: /^A fresh Debian/ }).first().waitFor()
await shot('welcome')
const names: Record<string, string> = { terminal: 'Terminal', swe: 'Software engineering', mcp: 'MCP tools', search: 'Web search', textenv: 'Text environment', web: 'Web', android: 'Android', os: 'Desktop' }
const ready: [string, string][] = [['terminal', 'A fresh Debian box'], ['swe', 'A Python repository'], ['mcp', 'An issue tracker'], ['search', 'A fact that changed'], ['textenv', 'A household'], ['web', 'A pottery shop'], ['android', 'Contacts on a phone'], ['os', 'A text editor']]
for (const [kind, title] of ready) {
  await page.keyboard.press('Alt+n')
  const dialog = page.getByRole('dialog', { name: 'New world' })
  await dialog.waitFor()
  await dialog.getByRole('radio', { name: names[kind]!, exact: true }).check()
  if (kind === 'terminal') { await shot(`new-${kind}`); await dialog.getByRole('tab', { name: 'Your own' }).click(); await shot('new-own'); await dialog.getByRole('tab', { name: 'Ready worlds' }).click() }
  await dialog.getByRole('button', { name: new RegExp('^' + title) }).first().click()
  await dialog.waitFor({ state: 'detached' })
  await page.waitForTimeout(600)
  await shot(`${kind}-open`)
}
for (const tab of ['Rules', 'Prompt', 'Step']) { const t = page.getByRole('tab', { name: tab }); if (await t.count()) { await t.first().click(); await shot(`panel-${tab}`) } else console.log('no tab', tab) }
await page.keyboard.press('Control+m'); await page.waitForTimeout(1500); await shot('models')
await page.keyboard.press('Escape'); await page.keyboard.press('Control+k'); await shot('palette')
await page.keyboard.press('Escape'); await page.keyboard.press('?'); await shot('help')
console.log(faults.join('\n'))
await browser.close(); await served.close()
