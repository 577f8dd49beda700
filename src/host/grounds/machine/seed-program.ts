// The program that seeds a machine's kernel: as small as it can be, since what a program touches lies elsewhere in the memory of each world from
// then on, and is put back whenever worlds take turns in one machine.

const CODE = 0x08048054

// /dev/urandom, what to mix in, the process numbers of whom, and as many letters as processes come and go.
const [PATH, BYTES, NAMES, COUNT] = [8, 12, 16, 20]
const argument = (register: number, at: number): number[] => [0x8b, 0x44 | (register << 3), 0x24, at]
const [EAX, ECX, EDX, EBX, ESI, EDI] = [0, 1, 2, 3, 6, 7]
const call = (number: number): number[] => [...word(EAX, number), 0xcd, 0x80]
const zero = (register: number): number[] => [0x31, 0xc0 | (register << 3) | register]
const copy = (to: number, from: number): number[] => [0x89, 0xc0 | (from << 3) | to]
const SET = [0x85, 0xc0]

function word(register: number, value: number): number[] {
  return [0xb8 | register, value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >>> 24) & 0xff]
}

const [OPEN, WRITE, IOCTL, SETNS, VFORK, WAIT, EXIT] = [5, 4, 54, 346, 190, 7, 1]
const [RESEED, PROCESSES] = [0x5207, 0x20000000]

/** Jumps are `[condition, label]`, labels are strings. */
type Line = number[] | string | [condition: number, label: string]

const [ALWAYS, IF_ZERO, IF_OTHER, IF_BELOW] = [0xeb, 0x74, 0x75, 0x78]
const LINES: Line[] = [
  ...[argument(EBX, PATH), word(ECX, 1), call(OPEN), copy(ESI, EAX)],
  ...[argument(ECX, BYTES), zero(EDX)],
  'length',
  // cmp byte [ecx + edx], 0
  [0x80, 0x3c, 0x11, 0],
  [IF_ZERO, 'mix'],
  // inc edx
  [0x42],
  [ALWAYS, 'length'],
  'mix',
  ...[copy(EBX, ESI), call(WRITE)],
  // cmp eax, edx
  [0x39, 0xd0],
  [IF_OTHER, 'failed'],
  ...[word(ECX, RESEED), zero(EDX), call(IOCTL), SET],
  [IF_OTHER, 'failed'],
  ...[argument(EBX, NAMES), zero(ECX), call(OPEN), copy(EBX, EAX), word(ECX, PROCESSES), call(SETNS), SET],
  [IF_OTHER, 'failed'],
  argument(EDI, COUNT),
  'next',
  // cmp byte [edi], 0
  [0x80, 0x3f, 0],
  [IF_ZERO, 'done'],
  // inc edi
  [0x47],
  // Both go on from here, in one memory: nothing is on the stack.
  ...[call(VFORK), SET],
  [IF_ZERO, 'done'],
  [IF_BELOW, 'failed'],
  ...[word(EBX, -1), zero(ECX), zero(EDX), call(WAIT)],
  [ALWAYS, 'next'],
  'failed',
  word(EBX, 1),
  [ALWAYS, 'end'],
  'done',
  zero(EBX),
  'end',
  call(EXIT)
]

const isJump = (line: Line): line is [number, string] => typeof line[1] === 'string' && typeof line !== 'string'
const sizeOf = (line: Line): number => (typeof line === 'string' ? 0 : line.length)

function assembled(lines: readonly Line[]): number[] {
  const at = new Map<string, number>()
  let size = 0
  for (const line of lines) {
    if (typeof line === 'string') at.set(line, size)
    size += sizeOf(line)
  }
  const code: number[] = []
  for (const line of lines) {
    if (typeof line === 'string') continue
    if (isJump(line)) code.push(line[0], ((at.get(line[1]) ?? 0) - code.length - 2) & 0xff)
    // `as`: what is neither.
    else for (const byte of line as number[]) code.push(byte)
  }
  return code
}

/** An ELF file of one segment (i386). Arguments: `/dev/urandom`, bytes to mix in, a file of the namespace of processes, and a letter for each process. */
export function seedProgram(): Buffer {
  const code = assembled(LINES)
  const file = Buffer.alloc(84 + code.length)
  const base = CODE - 84
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]).copy(file)
  // The head: a program for an i386, and where its one segment is told of.
  for (const [offset, value] of [
    [16, 2],
    [18, 3],
    [40, 52],
    [42, 32],
    [44, 1]
  ] as const)
    file.writeUInt16LE(value, offset)
  for (const [offset, value] of [
    [20, 1],
    [24, CODE],
    [28, 52]
  ] as const)
    file.writeUInt32LE(value, offset)
  // The segment: the whole file, to be read and run.
  const segment = [1, 0, base, base, file.length, file.length, 5, 4096]
  for (const [index, value] of segment.entries()) file.writeUInt32LE(value, 52 + index * 4)
  Buffer.from(code).copy(file, 84)
  return file
}
