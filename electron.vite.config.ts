import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// bin/notices.mjs makes one list of these.
const license = { fileName: 'licenses.json' }

// The two native packages, v86, whose WebAssembly is read from its folder, and the MCP servers, whose files are started, stay outside the bundles (they are the only `dependencies`).
export default defineConfig({
  main: {
    build: {
      license,
      rollupOptions: {
        // Processes are entries of their own, started by path: the engine's as a utility process of main.
        input: {
          index: 'src/main/index.ts',
          engine: 'src/host/engine-process/index.ts',
          machine: 'src/host/grounds/emulator/process.ts',
          scripts: 'src/host/control/scripts/worker.ts',
          programs: 'src/host/grounds/programs/worker.ts',
          unzip: 'src/host/formats/unzip-worker.ts',
          'mcp-servers': 'src/host/grounds/servers/sandbox/process.ts'
        }
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
