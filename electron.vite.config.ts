import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { dependencies } from './package.json' with { type: 'json' }

// bin/notices.mjs makes one list of these.
const license = { fileName: 'licenses.json' }

// Of what the host loads, these stay outside the bundles: the two native packages, v86, whose WebAssembly is read from its folder, and the
// MCP servers, whose files are started, with the disk that they are given.
const OUTSIDE = /^(better-sqlite3|node-llama-cpp|v86|memfs|@modelcontextprotocol\/server-.*)$/

export default defineConfig({
  main: {
    build: {
      license,
      externalizeDeps: { exclude: Object.keys(dependencies).filter((name) => !OUTSIDE.test(name)) },
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
