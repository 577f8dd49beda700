import { expect, test } from 'vitest'
import { isPlain } from '../../../../src/core/domains/shell/checking.ts'

const PLAIN = [
  'ls',
  'cd /tmp',
  'echo a; false',
  'echo "a $X" | wc -m && x',
  "a 'b|' > f 2>&1 &",
  'a || b\nc',
  'X=5',
  'x 2>/dev/null'
]
const CHECKED = [
  'a &&',
  '| a',
  'a ;; b',
  'echo "a',
  "a '",
  'if x',
  'a > ',
  'a & & b',
  '(a',
  'a `b`',
  'cat <<E',
  'a \\',
  'f() { a; }',
  ''
]

test.for(PLAIN)('%j needs no check, and bash takes it', (command) => {
  expect(isPlain(command)).toBe(true)
})

test.for(CHECKED)('%j is checked', (command) => {
  expect(isPlain(command)).toBe(false)
})
