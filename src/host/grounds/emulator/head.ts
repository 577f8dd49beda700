// What a machine's state has beside its memory: the clock, the devices, keys not yet read, and generated code.
import type { CountedClock } from './counted-clock.ts'
import type { Emulator } from './emulator.ts'
import type { GeneratedModule } from './generated-code.ts'
import type { Stateful } from './v86.ts'

/** JSON but for the code's bytes. */
export interface Head {
  clock: CountedClock
  /** Bytes of the memory. */
  size: number
  firmware: { value: unknown; pointer: number }
  devices: Record<string, unknown>
  typed: number[]
  code: ({ slot: number } & GeneratedModule)[]
}

export function headOf({ clock, cpu, memory, code }: Emulator): Head {
  code.adopt()
  const devices: Head['devices'] = {}
  for (const [name, device] of Object.entries(cpu.devices)) {
    // The screen of the emulated graphics card is not used, and half of it is not in its state.
    if (name !== 'vga' && isStateful(device)) devices[name] = pack(device.get_state())
  }
  return {
    clock: { ...clock },
    size: memory.buffer.byteLength,
    firmware: { value: pack(cpu.fw_value), pointer: cpu.fw_pointer },
    devices,
    typed: [...cpu.devices.uart0.input],
    code: [...code.code].map(([slot, one]) => ({ slot, ...one }))
  }
}

export function setHead({ cpu, clock, code }: Emulator, head: Head): void {
  for (const [name, state] of Object.entries(head.devices)) {
    const device = cpu.devices[name]
    // `as`: packed from what `get_state` gave.
    if (isStateful(device)) device.set_state(unpack(state) as unknown[])
  }
  cpu.fw_value = unpack(head.firmware.value)
  cpu.fw_pointer = head.firmware.pointer
  cpu.devices.uart0.input = [...head.typed]
  Object.assign(clock, head.clock)
  code.replace(head.code.map(({ slot, ...one }) => [slot, one]))
}

const isStateful = (device: Partial<Stateful> | undefined): device is Stateful =>
  device?.get_state !== undefined && device.set_state !== undefined

const ARRAYS = { Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array }

type Packed =
  | { undefined: true }
  | { map: [unknown, unknown][] }
  | ({ array: keyof typeof ARRAYS } & ({ bytes: string } | { zeros: number }))

/** In a plain loop: half a million bytes at every step. */
function isZero({ buffer, byteOffset, byteLength }: ArrayBufferView): boolean {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) return false
  return true
}

/** A device's state as JSON. */
function pack(value: unknown): unknown {
  if (value === undefined) return { undefined: true }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(pack)
  if (value instanceof Map) return { map: [...value].map(pack) }
  if (ArrayBuffer.isView(value)) {
    // v86 makes arrays with bound constructors, whose name says so.
    const array = value.constructor.name.replace('bound ', '')
    // Buffers of disks and of sound, most of which were never used.
    if (isZero(value)) return { array, zeros: value.byteLength }
    return { array, bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  }
  if (isStateful(value)) return value.get_state().map(pack)
  throw new Error(`A device keeps a ${value.constructor.name}, which cannot be saved.`)
}

function unpack(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(unpack)
  // `as`: the forms that `pack` makes.
  const packed = value as Packed
  if ('undefined' in packed) return undefined
  if ('map' in packed) return new Map(packed.map.map(([key, of]) => [unpack(key), unpack(of)]))
  const bytes = 'zeros' in packed ? new Uint8Array(packed.zeros) : Uint8Array.from(Buffer.from(packed.bytes, 'base64'))
  return new ARRAYS[packed.array](bytes.buffer)
}
