import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { loadBudget } from '../../vite/budget'
import { firstPaint } from '../../vite/first-paint'
import { appConfig, textsOf } from '../../vite.shared'

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
      rollupOptions: {
        input: { login: 'index.html', portal: 'portal.html' },
        output: { manualChunks: groupOf, onlyExplicitManualChunks: true },
      },
    },
  }),
)

// Chunks that are loaded together. Everything else follows the imports: small chunks that the bundler merges by itself
// would be loaded with the login page, including their imports.
const GROUPS = [
  ['login-pages', /packages\/login\/src\/(sign-up|activate|forgot-password|reset-password|accept-invitation|logout)\//],
  [
    'forms',
    /node_modules\/(zod|react-hook-form|@hookform)\/|packages\/admin-portal\/src\/shared\/(schemas|settings-form)/,
  ],
] as const

function groupOf(id: string): string | undefined {
  if (id.endsWith('.css')) return undefined
  return textsOf(id) ?? GROUPS.find(([, files]) => files.test(id))?.[0]
}

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
