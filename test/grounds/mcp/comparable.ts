/** An answer without what no two runs of a real server have in common: times of files, and the random name of a file that is written first. */
export const comparable = (text: string): string =>
  text
    .replace(/((?:plaintext resource|base64 blob) created at )\S+ [AP]M/g, '$1TIME')
    .replace(/\.[0-9a-f]{32}\.tmp/g, '.RANDOM.tmp')
    .replace(/^(created|modified|accessed): .+$/gm, '$1: TIME')

/** The same of every text in what is known beside it. */
export const comparableResult = (known: unknown): unknown =>
  JSON.parse(JSON.stringify(known ?? null), (_key, value) =>
    typeof value === 'string' ? comparable(readable(value)) : value
  )

/** A time in a blob is a time too. */
const readable = (value: string): string => {
  const bytes = Buffer.from(value, 'base64').toString()
  return bytes.startsWith('Resource ') ? bytes : value
}
