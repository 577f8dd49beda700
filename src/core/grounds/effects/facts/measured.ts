// Hardware that a text shows by what `nproc`, `free`, `df` and `uname` print.

import type { Hardware } from './hardware.ts'
import { printedBy, type StatedText } from './said.ts'

const UNITS: Record<string, number> = { K: 1, M: 2 ** 10, G: 2 ** 20, T: 2 ** 30 }

export function measuredIn(said: StatedText): Omit<Hardware, 'do'> {
  const listed = printedBy(said, /^lscpu\b/).map((line) => /^CPU\(s\): +(\d{1,4})$/.exec(line)?.[1])
  const cores = Number(printedBy(said, /^nproc(?: --all)?$/)[0] ?? listed.find((one) => one !== undefined) ?? 0)
  const kernel =
    printedBy(said, /^uname -r$/)[0] ??
    /Kernel: Linux (\d\S{1,64})/.exec(printedBy(said, /^hostnamectl\b/).join('\n'))?.[1] ??
    /^Linux \S{1,64} (\d\S{1,64}) #/.exec(printedBy(said, /^uname -a$/)[0] ?? '')?.[1]
  const memory = sizesOf(
    printedBy(said, /^free\b/).find((line) => /^Mem:/.test(line)),
    scaleOf(said)
  )
  const root = printedBy(said, /^df\b/).find((line) => line.endsWith(' /'))
  const disk = sizesOf(root, 1)
  return {
    ...(cores > 0 && Number.isInteger(cores) && { cores }),
    ...(memory && { memory: withFree(memory, memory.at(-1)) }),
    ...(disk && { disk: { ...withFree(disk, disk[2]), ...usedOf(disk), ...deviceOf(root) } }),
    ...(kernel && { kernel })
  }
}

/** The unit of what `free` prints without one, in KiB. */
function scaleOf(said: StatedText): number {
  const options = said.quoted.findLast(({ command }) => command.startsWith('free'))?.command ?? ''
  return / -\w*g/.test(options) ? 2 ** 20 : / -\w*m/.test(options) ? 2 ** 10 : 1
}

/** The sizes in a row, in KiB. */
function sizesOf(row: string | undefined, scale: number): number[] | null {
  const sizes = (row ?? '')
    .split(/\s+/)
    .slice(1)
    .flatMap((cell) => {
      const [, amount, unit = ''] = /^(\d[\d.]*)([KMGT]?)i?$/.exec(cell) ?? []
      return amount === undefined ? [] : [Math.round(Number(amount) * (UNITS[unit] ?? scale))]
    })
  return (sizes[0] ?? 0) > 0 ? sizes : null
}

const withFree = ([size = 0]: number[], free: number | undefined) => ({
  size,
  ...(free !== undefined && free <= size && { free })
})

// `df` rounds up what is used, and the world's own files come to it.
const usedOf = ([size = 0, used]: number[]) =>
  used !== undefined && used <= size ? { used: Math.floor(used * 0.99) } : {}

const deviceOf = (row = '') => {
  const [device = ''] = row.split(' ')
  return /^\/dev\/\w{1,32}$/.test(device) ? { device } : {}
}
