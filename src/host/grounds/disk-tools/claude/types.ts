// ripgrep's names for kinds of files, those that agents ask for.

const TYPES: Record<string, string> = {
  c: 'c|h',
  cpp: 'cpp|cc|cxx|c\\+\\+|hpp|hh|hxx|h|inl',
  cs: 'cs',
  csharp: 'cs',
  css: 'css|scss',
  go: 'go',
  html: 'html?|ejs',
  java: 'java|jsp',
  js: 'js|jsx|mjs|cjs|vue',
  json: 'json|sarif',
  kotlin: 'kts?',
  lua: 'lua',
  markdown: 'markdown|md|mdown|mdwn|mdx|mkd|mkdn',
  md: 'markdown|md|mdown|mdwn|mdx|mkd|mkdn',
  php: 'php\\d?|phtml',
  py: 'pyi?',
  python: 'pyi?',
  ruby: 'rb|rbw|gemspec',
  rust: 'rs',
  sass: 'sass|scss',
  sh: 'sh|bash|zsh|ksh|csh|tcsh',
  sql: 'sql|psql',
  svelte: 'svelte',
  swift: 'swift',
  toml: 'toml',
  ts: 'ts|tsx|cts|mts',
  txt: 'txt',
  vue: 'vue',
  xml: 'xml|dtd|xsd|xsl|xslt|rng|sch|xhtml',
  yaml: 'ya?ml'
}

/** A test of file names; `null` where ripgrep has no such type, or none that we know. */
export const extensionsOf = (type: string): RegExp | null => EXTENSIONS.get(type) ?? null

const EXTENSIONS = new Map(Object.entries(TYPES).map(([type, ends]) => [type, new RegExp(`\\.(?:${ends})$`)]))
