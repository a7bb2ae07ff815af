import { defineConfig, mergeConfig } from 'vite'
import { loadBudget } from '../../vite/budget'
import { firstPaint } from '../../vite/first-paint'
import { appConfig } from '../../vite.shared'

const app = appConfig('console', ['console'])

export default defineConfig((env) =>
  mergeConfig(app(env), {
    plugins: [
      firstPaint({ 'index.html': 'frame' }),
      loadBudget({ index: { first: 150_000, whole: 300_000, styles: 24_000 } }),
    ],
    build: { rollupOptions: { output: { experimentalMinChunkSize: 20_000 } } },
  }),
)
