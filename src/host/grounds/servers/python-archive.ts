// The Python servers as they are shipped (image/mcp-python): one archive, which is unpacked inside the machine.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

export interface Archive {
  /** SHA-256 of the file. */
  hash: string
  /** @throws Error when there is no such package in it */
  version(name: string): string
  /** The archive as tar. */
  read(): Buffer
}

/** `null`: it is not there. */
export function findArchive(resources: string): Archive | null {
  const at = (name: string): string => join(resources, 'mcp-python', name)
  if (!['servers.tar.zst', 'SHA256SUMS', 'packages.txt'].every((name) => existsSync(at(name)))) return null
  const [hash = ''] = readFileSync(at('SHA256SUMS'), 'utf8').split(' ')
  const packages = new Map(
    readFileSync(at('packages.txt'), 'utf8')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
  )
  return {
    hash,
    version(name) {
      const found = packages.get(name)
      if (found === undefined) throw new Error(`The Python servers come without ${name}.`)
      return found
    },
    read: () => zstdDecompressSync(readFileSync(at('servers.tar.zst')))
  }
}
