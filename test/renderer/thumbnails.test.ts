import { expect, test } from 'vitest'
import { glance, thumbnailLine } from '../../src/renderer/worlds/thumbnails.ts'

test('a thumbnail leaves out the echo of the action and the prompt that asks for the next', () => {
  expect(thumbnailLine('box:~$ ls\na  b\nc\nbox:~$ ', 'ls')).toBe('a  b\nc')
})

test('an answer that echoes nothing is shown from its first line', () => {
  expect(thumbnailLine('^C\nbox:~$ ', 'C-c')).toBe('^C\nbox:~$ ')
})

test('a command without output has an empty thumbnail', () => {
  expect(thumbnailLine('box:~$ cd /\nbox:~$ ', 'cd /')).toBe('')
})

test('long screens are cut to what a frame holds', () => {
  const lines = thumbnailLine(Array.from({ length: 40 }, () => 'x'.repeat(200)).join('\n'), 'yes').split('\n')
  expect([lines.length, lines[0]?.length]).toEqual([6, 60])
})

test('a screen tells its title and what can be read on it, once each', () => {
  const page =
    "URL: http://shop.example/\nTitle: Shop\n\nRootWebArea 'Shop', focused\n\t[4] link 'Cart (2)'\n\t[5] textbox '' value='mug'"
  expect(glance(page)).toBe('Shop\nCart (2)\nmug')
  const later = page.replace('Cart (2)', 'Cart (3)').replace("value='mug'", "value='bowl'")
  expect(glance(later.replace('Cart (3)', 'Cart (2)'), page)).toBe('Shop\nbowl\nCart (2)')
  expect(glance(page, `${page}\n`)).toBe('nothing changed')
  expect(glance('Error: the page did not answer')).toBe('Error: the page did not answer')
})
