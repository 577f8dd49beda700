// The machine's disk: an image that is read on demand and never written.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const BLOCK = 4096

/** Reads synchronously, so that no completion depends on the host. The names are those that v86 calls. */
export class ImageDisk {
  readonly byteLength: number
  onload?: (event: { buffer: ImageDisk }) => void
  readonly #file: number
  readonly #size: number
  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.#size = fstatSync(this.#file).size
    // v86 wants whole sectors, and reads a little ahead.
    this.byteLength = Math.ceil(this.#size / BLOCK) * BLOCK + (1 << 20)
  }
  load(): void {
    this.onload?.({ buffer: this })
  }
  get(at: number, length: number, done: (bytes: Uint8Array) => void): void {
    const bytes = new Uint8Array(length)
    if (at < this.#size) readSync(this.#file, bytes, 0, Math.min(length, this.#size - at), at)
    done(bytes)
  }
  get_and_cache(at: number, length: number, done: (bytes: Uint8Array) => void): void {
    this.get(at, length, done)
  }
  get_from_cache(): void {}
  set(_at: number, _data: Uint8Array, done: () => void): void {
    done()
  }
  get_buffer(done: () => void): void {
    done()
  }
  get_state(): [] {
    return []
  }
  set_state(): void {}
  close(): void {
    closeSync(this.#file)
  }
}
