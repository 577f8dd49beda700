// The browser by itself: what keeps a form back, what a page may not do, and how large what it remembers becomes.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { browserOf } from './site.ts'

const START = 'https://site.example/'

it.each([
  ['required', '<input name="a" required>', '', 'x'],
  ['an e-mail address', '<input name="a" type="email">', 'rosa@', 'rosa@example.org'],
  ['a number in its range', '<input name="a" type="number" min="2" max="9">', '12', '9'],
  ['a number in its steps', '<input name="a" type="number" min="1" step="2">', '4', '5'],
  ['a pattern', '<input name="a" pattern="[A-Z]{2}\\d">', 'ab1', 'AB1']
])('54.6 %s keeps a form back until it is right', (_, field, wrong, right) => {
  const browser = browserOf(START, () => `<form action="/sent">${field}<button>Send</button></form>`)
  const bid = Number(browser.ref("button 'Send'")) - 1
  if (wrong) browser.do(`fill('${bid}', '${wrong}')`)
  const kept = browser.do(`click('${browser.ref("button 'Send'")}')`)
  expect(browser.requests).toEqual([`GET ${START}`])
  expect(kept.text.split('\n').find((line) => line.includes(`[${bid}]`))).toContain(', focused')
  browser.do(`fill('${bid}', '${right}')`)
  browser.do(`click('${browser.ref("button 'Send'")}')`)
  expect(browser.requests[1]).toBe(`GET ${START}sent?${new URLSearchParams({ a: right })}`)
})

it('54.6 a thing that is dragged goes where its page says, and the page shows what it showed', () => {
  let order = ['Wash', 'Dry']
  const told: unknown[] = []
  const site = () =>
    `<title>${order.length}</title><ul>${order.map((one) => `<li data-drag="${one}" data-drop="/before/${one}">${one}</li>`).join('')}</ul><p>Nowhere</p>`
  const browser = browserOf(START, ({ method, url, body }) => {
    if (method === 'POST') {
      told.push(url.pathname, body)
      order = ['Dry', 'Wash']
    }
    return site()
  })
  const [wash, dry, paragraph] = ['5', '6', '7']
  expect(browser.do(`drag_and_drop('${dry}', '999')`).text).toContain('Could not find element with bid "999"')
  const text = browser.do('noop()').text
  expect(browser.do(`drag_and_drop('${dry}', '${paragraph}')`).text).toBe(text)
  const { text: after } = browser.do(`drag_and_drop('${dry}', '${wash}')`)
  expect(told).toEqual(['/before/Wash', { item: 'Dry' }])
  expect(after.indexOf('Dry')).toBeLessThan(after.indexOf('Wash'))
  expect(browser.requests.at(-1)).toBe(`GET ${START}`)
})

it('54.2 no page of the lists of attacks makes a request or stops the browser', () => {
  const read = (name: string) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(`test/fixtures/xss/${name}.json`, 'utf8')))
  const payloads = [...read('blns'), ...read('brs-kb')]
  expect(payloads.length).toBeGreaterThan(500)
  let html = ''
  const browser = browserOf(START, () => html)
  for (const payload of payloads) {
    html = `<title>t</title><p>${payload}</p><a href="javascript:alert(1)">go</a><form action="javascript:alert(1)"><button>send</button></form>`
    browser.do(`goto('${START}')`)
    const before = browser.requests.length
    browser.do('noop()')
    expect(browser.requests).toHaveLength(before)
  }
  html = '<a href="javascript:alert(1)">go</a><a href="file:///etc/passwd">file</a>'
  browser.do(`goto('${START}')`)
  const before = browser.requests.length
  for (const words of ["link 'go'", "link 'file'"]) browser.do(`click('${browser.ref(words)}')`)
  expect(browser.requests).toHaveLength(before)
})

it('54.4 a hundred pages of 200 things are remembered in less than 100 kB', () => {
  const rows = Array.from(
    { length: 100 },
    (_, row) => `<tr><td>Row ${row}</td><td><button>Do ${row}</button></td></tr>`
  )
  const browser = browserOf(
    START,
    ({ url }) => `<title>${url.pathname}</title><table><th>a</th>${rows.join('')}</table>`
  )
  for (let page = 0; page < 100; page++) browser.do(`goto('${START}${page}')`)
  expect(JSON.stringify(browser.state()).length).toBeLessThan(100_000)
})
