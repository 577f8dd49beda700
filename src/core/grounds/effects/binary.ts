// Files whose bytes no text is: what a model writes is never put into them.

import { absolute, type Simple } from '../../domains/shell/commands.ts'
import { type Claim, matching } from './claims.ts'

const ENDINGS =
  /\.(?:db|sqlite3?|gz|tgz|bz2|xz|zst|zip|tar|7z|rar|jar|war|whl|png|jpe?g|gif|bmp|ico|webp|heic|tiff?|pdf|docx?|xlsx?|pptx?|od[st]|pkl|pickle|npy|npz|parquet|feather|h5|hdf5|pt|pth|onnx|joblib|safetensors|mp[34]|m4a|flac|ogg|wav|avi|mkv|mov|mp4|so|o|exe|dll|bin|class|pyc|iso|img|qcow2|vmdk|ttf|otf|woff2?|wasm|gpg|deb|rpm|rdb|pcap)$/i

export const isBinary = ({ path, kind }: Pick<Claim, 'path' | 'kind'>): boolean => kind === 'file' && ENDINGS.test(path)

// They hand on what they are given, and show nothing of it.
const CARRIES = /^(?:cp|install|rsync|scp|tar|zip|git)$/

/** The first of `claims` whose bytes a command reads that names it. */
export function sealedIn(
  commands: readonly Simple[],
  claims: readonly Claim[],
  { cwd, home }: { cwd: string; home: string }
): Claim | null {
  const sealed = claims.filter(isBinary)
  let here = cwd
  for (const { name, word, args, from, patterns = [] } of sealed.length > 0 ? commands : []) {
    if (name === 'cd') here = absolute(args.at(-1) ?? '~', { cwd: here, home })
    const reads = !CARRIES.test(name) || (name === 'tar' && !/c/.test(args[0] ?? ''))
    const found = [...args, ...from, ...(word.includes('/') ? [word] : [])].flatMap((one) =>
      matching(one, patterns.includes(one), sealed, { cwd: here, home })
    )
    if (reads && found[0]) return found[0]
  }
  return null
}
