// What a file of handlers gives: its part of the contract.
import type { Handlers } from '../../core/contract/index.ts'

export interface Topic {
  calls?: Partial<Handlers['calls']>
  streams?: Partial<Handlers['streams']>
}
