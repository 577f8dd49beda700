// References of an OpenAPI document to other files: followed into files that came with it, never onto the disk or the network.
import { parseJson } from '../../../core/text/json.ts'
import type { Dict } from './schemas.ts'
import { readYaml } from './yaml.ts'

/** A file that came with the document; its path starts from the same folder as the document's. */
export interface Beside {
  path: string
  text: string
}

export type OtherDocument = { value: unknown } | { problem: string }

/**
 * The document with every reference to another file written from the one folder that all paths start from, so that each place has one
 * name, and what finds the documents at those paths. Files are read when something refers to them.
 */
export function linked(
  document: Dict,
  own: string,
  files: Beside[]
): { document: Dict; elsewhere(path: string): OtherDocument } {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const read = new Map<string, OtherDocument>()

  function open(path: string): OtherDocument {
    if (isAddress(path)) return { problem: 'is on the network, from which nothing is fetched' }
    const text = texts.get(path)
    if (text === undefined) {
      if (path.startsWith('../') || path.startsWith('/')) return { problem: 'is outside the folder of this document' }
      return { problem: `was not found: there is no file "${path}" beside ${own ? `"${own}"` : 'this text'}` }
    }
    const value = parse(text)
    return 'problem' in value ? { problem: `is in "${path}", which cannot be read: ${value.problem}` } : value
  }

  return {
    document: rewritten(document, own, own) as Dict, // A copy of it.
    elsewhere(path) {
      const known = read.get(path)
      if (known) return known
      const opened = open(path)
      const made = 'value' in opened ? { value: rewritten(opened.value, path, own) } : opened
      read.set(path, made)
      return made
    }
  }
}

/** The paths of other files that the document at `path` refers to, in the folder that `path` starts from and below. */
export function referredFiles(text: string, path: string): string[] {
  const parsed = parse(text)
  const paths = new Set<string>()
  if ('value' in parsed) {
    eachReference(parsed.value, (ref) => {
      const [target = ''] = ref.split('#')
      const at = target && !isAddress(target) ? joined(path, target) : null
      if (at !== null && !at.startsWith('../') && !at.startsWith('/')) paths.add(at)
    })
  }
  return [...paths]
}

function parse(text: string): OtherDocument {
  const bare = text.replace(/^\uFEFF/, '')
  try {
    return { value: parseJson(bare) }
  } catch {
    const read = readYaml(bare)
    const [twice] = 'twice' in read ? read.twice : []
    return twice ? { problem: twice.reason } : read
  }
}

const isAddress = (path: string): boolean => /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(path)

function eachReference(value: unknown, visit: (ref: string) => void): void {
  const open = [value]
  while (open.length) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    for (const [key, inner] of Object.entries(one)) {
      if (key === '$ref' && typeof inner === 'string') visit(inner)
      else open.push(inner)
    }
  }
}

/** A copy of the document at `path` in which a reference says where it leads as seen from the folder; into the document `own`: `#...`. */
function rewritten(value: unknown, path: string, own: string): unknown {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, path, own))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === '$ref' && typeof one === 'string' ? absolute(one, path, own) : rewritten(one, path, own)
  ])
  return Object.fromEntries(entries)
}

function absolute(ref: string, path: string, own: string): string {
  const hash = ref.indexOf('#')
  const target = hash < 0 ? ref : ref.slice(0, hash)
  const pointer = hash < 0 ? '#' : ref.slice(hash)
  if (isAddress(target)) return ref
  const at = target ? joined(path, target) : path
  return at === own ? pointer : `${at}${pointer}`
}

/** `target` as seen from the folder that `path` starts from; one that leads out of it begins with `../`. */
function joined(path: string, target: string): string {
  const plain = decoded(target)
  if (plain.startsWith('/')) return plain
  const parts = path.split('/').slice(0, -1)
  for (const part of plain.split('/')) {
    if (part === '..' && parts.length && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
