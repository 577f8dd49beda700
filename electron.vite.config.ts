import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// bin/notices.mjs makes one list of these.
const license = { fileName: 'licenses.json' }

// Only the two native packages stay outside the bundles (they are the only `dependencies`); see docs/decisions.
export default defineConfig({
  main: {
    build: {
      license,
      rollupOptions: {
        // The engine process is its own entry: main starts it as a utility process by path.
        input: { index: 'src/main/index.ts', engine: 'src/host/engine-process/index.ts' }
      }
    }
  },
  // A sandboxed preload must be one CommonJS file with nothing external.
  preload: {
    build: {
      license,
      externalizeDeps: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } }
    }
  },
  // electron-vite leaves bundles as they are; the window also travels over HTTP, where half the size is half the wait.
  renderer: { build: { license, minify: true }, plugins: [react(), tailwindcss()] }
})
