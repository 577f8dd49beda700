// Who may use a file, as `ls -l` shows it.

/** The number of `rwxr-s---`. */
export function octal(letters: string | undefined): string | undefined {
  if (letters === undefined) return undefined
  let bits = 0
  for (const [at, letter] of [...letters].entries()) {
    if (!/[-ST]/.test(letter)) bits |= 1 << (8 - at)
    if (/[sStT]/.test(letter)) bits |= 0o4000 >> Math.floor(at / 3)
  }
  return bits.toString(8).padStart(3, '0')
}
