// What kind of file it is, by its name and its first bytes, as command line agents tell.

const MEDIA = /^\.(?:png|jpe?g|gif|webp|bmp|ico|tiff?|avif|pdf|mp3|wav|ogg|flac|aac|m4a|mp4|mov|avi|webm|mkv)$/
const BINARY =
  /^\.(?:bin|exe|dll|so|dylib|class|jar|war|zip|tar|gz|bz2|rar|7z|docx?|xlsx?|pptx?|odt|ods|odp|pyc|pyo|dat|obj|o|a|lib|wasm)$/

/** `extension`: lower case, with its dot. */
export function isText(bytes: Buffer, extension: string): 'text' | 'binary' | 'media' {
  if (/^\.(?:[mc]?ts|svg)$/.test(extension)) return 'text'
  if (MEDIA.test(extension)) return 'media'
  if (BINARY.test(extension)) return 'binary'
  const sample = bytes.subarray(0, 4096)
  if (sample.includes(0)) return 'binary'
  const odd = sample.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0)
  return sample.length > 0 && odd / sample.length > 0.3 ? 'binary' : 'text'
}
