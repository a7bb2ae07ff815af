import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { loadBudget } from '../../vite/budget'
import { firstPaint } from '../../vite/first-paint'
import { appConfig, groupChunks } from '../../vite.shared'

const LOGIN_PAGES =
  /\/login\/src\/(sign-up|activate|forgot-password|reset-password|accept-invitation|logout)\/(?!.*\.css$)/

const app = appConfig('hosted', ['account', 'oauth/portal', 'oauth/account'])

export default defineConfig((env) =>
  mergeConfig(app(env), {
    plugins: [
      firstPaint({ 'index.html': 'card', 'portal.html': 'frame' }),
      loadBudget(
        {
          login: { first: 151_000, whole: 216_000, styles: 21_000 },
          portal: { first: 150_000, whole: 300_000, styles: 22_000 },
        },
        // Word lists and the library that estimates password strength.
        { estimate: 150_000 },
      ),
      portalPage(),
    ],
    build: {
      rolldownOptions: {
        input: { login: 'index.html', portal: 'portal.html' },
        output: {
          codeSplitting: groupChunks({
            forms: { test: /\/node_modules\/(zod|react-hook-form|@hookform)\// },
            // What these import follows the imports: most of it is loaded already.
            'login-pages': { test: LOGIN_PAGES, includeDependenciesRecursively: false },
            portal: { test: /\/admin-portal\/src\/admin-portal\.tsx$/ },
          }),
        },
      },
    },
  }),
)

/** In development, serves the portal's own page at the portal's address, as the server does. */
function portalPage(): Plugin {
  return {
    name: 'portal-page',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        if (/^\/oauth\/portal([/?]|$)/.test(request.url ?? '')) request.url = '/portal.html'
        next()
      })
    },
  }
}
