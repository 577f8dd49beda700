// Which image the machine runs: the one that ORRERY_MACHINE names, else one's own, else the one that came with Orrery.
import { join, resolve } from 'node:path'
import { imageHash } from './emulator/image.ts'

/** A folder with an image in it. */
export interface FoundImage {
  folder: string
  /** Of the image and the emulator; part of every key of a state. */
  hash: string
  from: 'ORRERY_MACHINE' | 'built here' | 'shipped'
}

/**
 * Where machines keep their states, where disk and snapshot are unpacked (`ORRERY_MACHINE_CACHE`, for several data folders), and where an image
 * of one's own is built.
 */
export function machineFolders(home: string, env = process.env): { data: string; cache: string; image: string } {
  const data = join(home, 'machine')
  return { data, cache: resolve(env.ORRERY_MACHINE_CACHE || data), image: join(data, 'image') }
}

/** `null`: there is no image, and the model answers. */
export function findImage({
  home,
  resources,
  env = process.env
}: {
  home: string
  resources: string
  env?: NodeJS.ProcessEnv
}): FoundImage | null {
  const places: [FoundImage['from'], string | undefined][] = [
    ['ORRERY_MACHINE', env.ORRERY_MACHINE],
    ['built here', machineFolders(home).image],
    ['shipped', join(resources, 'machine')]
  ]
  for (const [from, place] of places) {
    if (!place) continue
    const folder = resolve(place)
    const hash = imageHash(folder)
    if (hash !== null) return { folder, hash, from }
  }
  return null
}
