import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { loadBudget } from '../../vite/budget'
import { firstPaint } from '../../vite/first-paint'
import { appConfig } from '../../vite.shared'

const app = appConfig('console', ['console'])

export default defineConfig((env) =>
  mergeConfig(app(env), {
    plugins: [
      firstPaint({ 'index.html': 'frame', 'set-up.html': 'card' }),
      loadBudget({
        index: { first: 150_000, whole: 300_000, styles: 24_000 },
        'set-up': { first: 150_000, whole: 300_000, styles: 24_000 },
      }),
      setUpPage(),
    ],
    build: {
      rollupOptions: {
        input: { index: 'index.html', 'set-up': 'set-up.html' },
        output: { experimentalMinChunkSize: 20_000 },
      },
    },
  }),
)

/** While developing, its address is answered by its own page, as the server does it. */
function setUpPage(): Plugin {
  return {
    name: 'set-up-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        if (/^\/console\/set-up([/?]|$)/.test(request.url ?? '')) request.url = '/set-up.html'
        next()
      })
    },
  }
}
