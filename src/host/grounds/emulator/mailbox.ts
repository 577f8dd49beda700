// The guest's first process reads a request word by word from an I/O port, and writes its answer there (`image/init.c`).
import type { Cpu } from './v86.ts'

const WORD = 0x7c0
const DONE = 0x7c4
// A program of the guest may write to the port too: it fills no memory of the host. A file of 16 MB fits (`image/init.c`).
const MOST_WORDS = (16 << 20) / 4 + 16

export interface Mailbox {
  /** Leaves a request. @returns what gives the answer, `null` until it is whole */
  post(request: Uint32Array): () => Uint32Array | null
  /** Takes the request and what was answered so far from it. @returns what gives them back */
  aside(): () => void
}

export function createMailbox(io: Cpu['io']): Mailbox {
  let request: Uint32Array = new Uint32Array()
  let read = 0
  let answer: number[] = []
  let whole = true
  const zero = (): number => 0
  const nothing = (): void => {}
  io.register_read(WORD, null, zero, zero, () => request[read++] ?? 0)
  io.register_write(WORD, null, nothing, nothing, (word) => {
    if (answer.length < MOST_WORDS) answer.push(word >>> 0)
  })
  io.register_write(DONE, null, nothing, nothing, () => {
    whole = true
  })
  return {
    post(words) {
      request = words
      read = 0
      answer = []
      whole = false
      return () => (whole ? Uint32Array.from(answer) : null)
    },
    aside() {
      const held = { request, read, answer, whole }
      return () => {
        ;({ request, read, answer, whole } = held)
      }
    }
  }
}
