/** An answer without what no two runs of a real server have in common: times of files, and the random name of a file that is written first. */
export const comparable = (text: string): string =>
  text
    .replace(/(plaintext resource created at )\S+ [AP]M/g, '$1TIME')
    .replace(/\.[0-9a-f]{32}\.tmp/g, '.RANDOM.tmp')
    .replace(/^(created|modified|accessed): .+$/gm, '$1: TIME')
