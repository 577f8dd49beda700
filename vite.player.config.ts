// Builds the HTML player, one file with its code and styles inside, to out/assets: the exporter `html` puts sessions into it.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// bin/notices.mjs puts it into its list.
const LICENSES = 'licenses.json'

export default defineConfig({
  root: 'src/renderer/player',
  plugins: [react(), tailwindcss(), oneFile()],
  build: {
    outDir: '../../../out/assets',
    emptyOutDir: true,
    license: { fileName: LICENSES },
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    // The code is compressed below.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { output: { format: 'iife', codeSplitting: false } }
  }
})

// The code is compressed, which makes it a third as large. The policy knows it by its hash: nothing else can run.
const LOADER = `const packed = Uint8Array.from(atob(document.getElementById('code').textContent), (c) => c.charCodeAt(0))
new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text().then((code) => {
  document.head.appendChild(document.createElement('script')).textContent = code
})`

/** Puts the code and the styles into the page, with a policy under which this code runs and nothing is loaded. */
function oneFile(): Plugin {
  return {
    name: 'orrery-one-file',
    // After the chunks have been asked for their packages' licenses.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        let [page, code, styles] = ['', '', '']
        for (const [name, file] of Object.entries(bundle)) {
          if (name === LICENSES) continue
          if (file.type === 'chunk') code += file.code
          else if (name.endsWith('.html')) page = String(file.source)
          else if (name.endsWith('.css')) styles += String(file.source)
          else this.error(`The player would need a second file: ${name}`)
          delete bundle[name]
        }
        const allowed = [LOADER, code].map(
          (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
        )
        const policy = `default-src 'none'; script-src ${allowed.join(' ')}; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'`
        const packed = gzipSync(code, { level: 9 }).toString('base64')
        const source = page
          .replace(/\s*<(?:link rel="stylesheet"|script type="module")[^>]*>(?:<\/script>)?/g, '')
          .replace('<head>', () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
          .replace('</head>', () => `  <style>${styles.replaceAll('</style', '<\\/style')}</style>\n  </head>`)
          .replace(
            '</body>',
            () => `  <script type="text/plain" id="code">${packed}</script>\n    <script>${LOADER}</script>\n  </body>`
          )
        this.emitFile({ type: 'asset', fileName: 'player.html', source })
      }
    }
  }
}
