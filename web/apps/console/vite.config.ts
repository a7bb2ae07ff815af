import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { loadBudget } from '../../vite/budget'
import { firstPaint } from '../../vite/first-paint'
import { appConfig, groupChunks } from '../../vite.shared'

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
      rolldownOptions: {
        input: { index: 'index.html', 'set-up': 'set-up.html' },
        output: {
          codeSplitting: groupChunks(
            {
              forms: {
                test: /\/node_modules\/(zod|react-hook-form|@hookform)\/|\/shared\/schemas\.ts$|\/use-document-title\.mjs$/,
              },
              console: { test: /\/console\/src\/console\.tsx$/ },
              // A request costs more than the few bytes that a page does not need.
              pages: { minShareCount: 8 },
            },
            [/\/api\/src\/client\.ts$/, /\/shared\/refusals\.ts$/, /\/portal\.texts\.ts$/, /\/portal\.css$/],
          ),
        },
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
