import { defineConfig, mergeConfig } from 'vite'
import { loadBudget } from '../../vite/budget'
import { firstPaint } from '../../vite/first-paint'
import { appConfig } from '../../vite.shared'

const app = appConfig('licensing', ['general', 'billing', 'contact'])

export default defineConfig((env) =>
  mergeConfig(app(env), {
    plugins: [
      firstPaint({ 'index.html': 'frame' }),
      loadBudget({ index: { first: 150_000, whole: 260_000, styles: 22_000 } }),
    ],
    // A request for a few hundred bytes costs more than the bytes: small parts go with one that is loaded anyway.
    build: { rollupOptions: { output: { experimentalMinChunkSize: 20_000 } } },
  }),
)
