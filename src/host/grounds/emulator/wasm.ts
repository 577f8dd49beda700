// WebAssembly as the machine uses it. Node has it; the types of this project, which know no browser, do not.

export interface Memory {
  readonly buffer: ArrayBuffer
  /** By so many pages of 64 kB. */
  grow(pages: number): number
}

export interface FunctionTable {
  set(index: number, value: unknown): void
}

export type Imports = Record<string, Record<string, unknown>>

interface Api {
  Memory: new (size: { initial: number }) => Memory
  Global: new (kind: { value: 'i64' }, value: bigint) => object
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: Imports) => { exports: Record<string, unknown> }
  instantiate(bytes: Uint8Array, imports: Imports): Promise<{ instance: { exports: Record<string, unknown> } }>
}

// `as`: a standard global, see above.
export const { Memory, Global, Module, Instance, instantiate } = (globalThis as unknown as { WebAssembly: Api })
  .WebAssembly
