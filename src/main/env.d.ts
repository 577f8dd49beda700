// What the bundler puts in place of import.meta.env.
interface ImportMeta {
  readonly env: { readonly DEV: boolean }
}
