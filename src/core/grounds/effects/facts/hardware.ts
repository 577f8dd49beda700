// The hardware that an initial state names: cores, memory, disk; and its kernel.
import type { StateChange } from '../../../tree/ground.ts'

export type Hardware = Extract<StateChange, { do: 'hardware' }>

const KIB: Record<string, number> = { M: 2 ** 10, G: 2 ** 20, T: 2 ** 30 }

const NUMBERS: Record<string, number> = {
  ...{ one: 1, single: 1, two: 2, dual: 2, three: 3, four: 4, quad: 4, six: 6, eight: 8, twelve: 12, sixteen: 16 }
}
const CORES =
  /\b(\d{1,4}|one|single|two|dual|three|four|quad|six|eight|twelve|sixteen)[ -](?:v?CPUs?\b(?! cores?)|(?:CPU )?cores?\b)(?! (?:developer|maintainer|contributor|member|team|idea|value|module|feature|principle|concept))/i
const MEMORY =
  /\b(\d[\d.]*) ?([GM])(?:i?B|igabytes?|egabytes?) (?:of )?(?:RAM|memory)\b(?:,? (?:\(|of which )?(\d[\d.]*) ?([GM])i?B (?:is |are )?(?:free|available)\b)?/i
const MEMORY_OF =
  /\b(?:memory|RAM)(?: is|:|: it has)? (\d[\d.]*) ?([GM])i?B\b(?:,? (?:\(|of which )?(\d[\d.]*) ?([GM])i?B (?:is |are )?(?:free|available)\b)?/i
const SWAP =
  /\b(\d[\d.]*) ?([GM])i?B (?:of )?swap\b|\bswap(?: file| partition| space)?(?: is| of|:)? (\d[\d.]*) ?([GM])i?B\b/i
const DISK =
  /\b(\d[\d.]*) ?([GT])i?B (?:[A-Z]\w+ )?(?:disk|SSD|drive)\b(?:,? (?:\(|of which )?(\d[\d.]*) ?([GMT])i?B (?:is |are )?free\b)?/i
const DISK_OF =
  /\b(?:disks?|root (?:partition|file ?system))\b[^.\n]{0,60}?[ (](\d[\d.]*) ?([GT])i?B\b(?:,? (?:\(|of which )?(\d[\d.]*) ?([GMT])i?B (?:is |are )?free\b)?/i
// "/ 20G (81% used)"
const ROOT_IS = /(?:^|[:,(] ?)\/ (?:is |of |has |with )?(\d[\d.]*) ?([GT])(?:i?B)?\b(?! ?(?:RAM|memory))/m

const DEVICE = /\b(?:disk|drive|partition|root)\b[^.\n]{0,30}? (\/dev\/\w{1,32})\b/i
const USED =
  /(?:\b(?:disk|root (?:partition|file ?system))\b|[:,(] ?\/ )[^.\n]{0,40}?\b(\d{1,2}) ?% (?:is |are )?(?:used|full|in use)\b/i

const KERNEL =
  /\bkernel(?: version| release)?:? (?:is )?(?:Linux )?(\d{1,3}\.\d{1,3}[\w.+~-]*\w)|\bLinux (\d{1,3}\.\d{1,3}[\w.+~-]*\w) kernel\b/i

const BITS = /\b(?:x86[-_]64|amd64|64[- ]bit (?:machine|system|server|Linux|Debian|OS|kernel|processor|CPU|VM|box))\b/i

/** What the text says of it, in KiB; as people and programs do, a GB is taken for a GiB. */
export function hardwareIn(text: string): Hardware[] {
  const told = CORES.exec(text)?.[1]?.toLowerCase() ?? '0'
  const cores = NUMBERS[told] ?? Number(told)
  const memory = sizes(MEMORY.exec(text) ?? MEMORY_OF.exec(text))
  const space = withUse(sizes(DISK.exec(text) ?? DISK_OF.exec(text) ?? ROOT_IS.exec(text)), USED.exec(text)?.[1])
  const device = DEVICE.exec(text)?.[1]
  const disk = space && { ...space, ...(device && { device }) }
  const [, named, other] = KERNEL.exec(text) ?? []
  const kernel = named ?? other
  const [, amount, unit = '', only, its = ''] = SWAP.exec(text) ?? []
  const swap = inKib(amount ?? only ?? '0', amount ? unit : its)
  const found = {
    ...{ ...(cores && { cores }), ...(memory && { memory }), ...(disk && { disk }), ...(kernel && { kernel }) },
    ...(swap > 0 && { swap }),
    ...(BITS.test(text) && { bits: 64 as const })
  }
  return Object.keys(found).length === 0 ? [] : [{ do: 'hardware', ...found }]
}

/** What of it the machine does not show, with the line (from 1) that says it. */
export function unshownIn({ disk, bits }: Omit<Hardware, 'do'>, text: string): { line: number; why: string }[] {
  const at = (words: RegExp): number =>
    Math.max(
      0,
      text.split('\n').findIndex((line) => words.test(line))
    ) + 1
  return [
    ...(disk
      ? [
          {
            line: at(/\b(?:disk|SSD|drive|storage)\b|^Filesystem|^\/dev\/|[:,(] ?\/ \d/i),
            why: "The disk is the machine's own to what asks the kernel for it: programs that you compile, fs.statfs of node, /proc/self/mounts."
          }
        ]
      : []),
    ...(bits
      ? [
          {
            line: at(BITS),
            why: 'The programs are built for 32 bits: file, readelf, nm, gcc, dpkg -l and the sizes of pointers say so.'
          }
        ]
      : [])
  ]
}

/** @param used percent */
function withUse(disk: ReturnType<typeof sizes>, used: string | undefined): ReturnType<typeof sizes> {
  if (!disk || disk.free !== undefined || used === undefined) return disk
  // `df` rounds up what is used, and the world's own files come to it.
  return { ...disk, free: Math.round(disk.size * (1 - (Number(used) - 0.5) / 100)) }
}

function sizes(found: RegExpExecArray | null): { size: number; free?: number } | null {
  if (!found) return null
  const [, size = '', unit = '', free, freeUnit = ''] = found
  const whole = inKib(size, unit)
  const left = free === undefined ? Number.NaN : inKib(free, freeUnit)
  if (!(whole > 0)) return null
  return { size: whole, ...(left <= whole && { free: left }) }
}

const inKib = (amount: string, unit: string): number => Math.round(Number(amount) * (KIB[unit.toUpperCase()] ?? 1))
