// Texts that are no screens are claimed by no reader: written ones of each kind, and the Markdown of every package that is installed.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readers } from '../../../../src/core/observations/screens/readers/index.ts'
import { must } from '../../../must.ts'

const claims = (text: string) => readers.filter((reader) => reader.recognises(text)).map(({ name }) => name)
const html = must(readers.find(({ name }) => name === 'html'))

const PAGE =
  '<!DOCTYPE html>\n<html lang="en">\n<head><title>Shop</title></head>\n<body>\n<h1>Shop</h1>\n</body>\n</html>\n'

it.each<[kind: string, text: string]>([
  [
    'a README with a centred logo',
    '<p align="center">\n  <img src="logo.svg" width="120">\n</p>\n\n# Shelf\n\nA small library.\n'
  ],
  ['a README with a heading in HTML', '<h1 align="center">Shelf</h1>\n\nA small library.\n\n```sh\nnpm i shelf\n```\n'],
  ['a README inside a div', '<div align="center">\n\n# Shelf\n\n[![build](a.svg)](b)\n\n</div>\n'],
  [
    'a README with badges below a link',
    '<a href="https://a.example"><img src="a.png"></a>\n\n[Docs](https://a.example) | [Chat](https://b.example)\n'
  ],
  ['a README with a list', '<details>\n<summary>More</summary>\n\n- one\n- two\n\n</details>\n'],
  ['a README with tags below its heading', '# Shelf\n\n<p align="center"><img src="logo.svg"></p>\n'],
  ['a README whose paragraph follows a comment', '<!-- logo -->\n<img src="a.png">\n\nShelf keeps books.\n'],
  ['front matter', '---\ntitle: Shelf\n---\n<div class="hero">Books</div>\n'],
  ['curl -i', `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 120\r\n\r\n${PAGE}`],
  ['curl in a terminal', `root@host:/app# curl http://localhost\n${PAGE}root@host:/app# `],
  ['what curl leaves in a terminal', `${PAGE}root@host:/app# `],
  ['curl -v', `> GET / HTTP/1.1\n> Host: a.example\n>\n< HTTP/1.1 200 OK\n< Content-Type: text/html\n<\n${PAGE}`],
  [
    'a diff',
    'diff --git a/index.html b/index.html\n--- a/index.html\n+++ b/index.html\n@@ -1,3 +1,3 @@\n <div>\n-  <p>old</p>\n+  <p>new</p>\n </div>\n'
  ],
  ['cat -n', `     1\t<!DOCTYPE html>\n     2\t<html>\n`],
  ['grep', 'index.html:1:<!DOCTYPE html>\nindex.html:2:<html>\n'],
  [
    'a pom',
    '<?xml version="1.0" encoding="UTF-8"?>\n<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>\n</project>\n'
  ],
  ['XML that begins like HTML', '<?xml version="1.0"?>\n<menu>\n  <item>One</item>\n</menu>\n'],
  ['XML without a declaration', '<section>\n  <para>DocBook</para>\n</section>\n'],
  ['RSS', '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>News</title></channel></rss>\n'],
  ['a picture', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>\n'],
  [
    'an Android layout',
    '<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"><TextView android:text="a"/></LinearLayout>'
  ],
  [
    'JSX',
    'import { Card } from \'./card\'\n\nexport const Page = () => (\n  <div className="page">\n    <Card title={title} />\n  </div>\n)\n'
  ],
  ['JSX alone', '<div className="page" onClick={() => go()}>\n  <Card title={title} />\n</div>\n'],
  [
    'a Vue component',
    '<template>\n  <div v-if="a">{{ title }}</div>\n</template>\n\n<script setup>\nconst a = 1\n</script>\n'
  ],
  [
    'a Svelte component',
    '<script>\n  let name = "a"\n</script>\n\n<h1>Hello {name}</h1>\n\n{#if name}\n<p>x</p>\n{/if}\n'
  ],
  ['a template', '<ul>\n{% for one in all %}\n  <li>{{ one }}</li>\n{% endfor %}\n</ul>\n'],
  [
    'a test with a dump in it',
    'import pytest\n\nxml = \'\'\'<?xml version="1.0"?>\n<hierarchy rotation="0">\n<node bounds="[0,0][1,1]"/>\n</hierarchy>\n\'\'\'\n'
  ],
  ['a conflict', '<<<<<<< HEAD\n<div>\n=======\n<p>\n>>>>>>> main\n'],
  ['an answer', 'Here is the page:\n\n```html\n<div>Hello</div>\n```\n'],
  ['an error', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    <div>\n'],
  [
    'Markdown with an aria snapshot in it',
    '# Testing\n\nTake a snapshot:\n\n```yaml\n- main:\n  - button "Save" [ref=e1]\n```\n\nThen click.\n'
  ]
])('%s is claimed by no reader', (_, text) => {
  expect(claims(text)).toEqual([])
})

it.each<[kind: string, text: string]>([
  ['a page', PAGE],
  ['a page in a fence', `\`\`\`html\n${PAGE}\`\`\``],
  ['a page below its address', `URL: https://a.example/\nTab 0 (current): Shop\n\n${PAGE}`],
  ['a page with a note of the step', `URL: https://a.example/\nStep 3\n${PAGE}`],
  [
    'XHTML',
    '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'
  ],
  ['a page without a doctype', '<html><body># 1 in books</body></html>'],
  ['a body', '<body>\n<p>a</p>\n</body>'],
  ['a page with a comment and a script behind it', `${PAGE}<!-- cached -->\n<script>track()</script>\n`],
  ['a cut page', PAGE.slice(0, 60)],
  ['a part of a page', '<main>\n  <h1>Basket</h1>\n  <ul>\n    <li>Mug\n    <li>Bowl\n  </ul>\n</main>\n'],
  ['a part with code in it', '<article><p>Run</p><pre># install\n- npm i</pre></article>'],
  ['a part with text around it', '<b>Mug</b> or <em>bowl</em>'],
  ['a part with custom elements', '<div><shop-card name="a">Mug</shop-card></div>'],
  ["a part with BrowserGym's bids", '<div bid="12">\n# 1\n<custom bid="13">a</custom></div>']
])('%s is an HTML page', (_, text) => {
  expect(html.recognises(text)).toBe(true)
  expect(html.write(html.read(text))).toBe(text)
})

/** The Markdown of the installed packages: text by hundreds of hands, of the versions that the lock file names. */
const folder = join(import.meta.dirname, '../../../../node_modules')
const markdown = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:md|markdown)$/i.test(name))
  .map((name) => join(folder, name))
  .filter((path) => statSync(path).isFile())

it('no Markdown of the installed packages is claimed', () => {
  const texts = markdown.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(texts.length).toBeGreaterThan(50)
  // Tags near the top are what was mistaken for a page.
  expect(texts.filter(({ text }) => /^[ \t]*<[a-z]/im.test(text.slice(0, 2000))).length).toBeGreaterThan(10)
  expect(
    texts.map(({ path, text }) => [path.slice(folder.length), claims(text)]).filter(([, by]) => by?.length)
  ).toEqual([])
})
