// A word of a script for a shell.

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
