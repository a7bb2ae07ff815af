import { defineConfig, mergeConfig } from 'vite'
import { loadBudget } from '../../vite/budget'
import { firstPaint } from '../../vite/first-paint'
import { appConfig, groupChunks } from '../../vite.shared'

const app = appConfig('licensing', ['general', 'billing', 'contact'])

export default defineConfig((env) =>
  mergeConfig(app(env), {
    plugins: [
      firstPaint({ 'index.html': 'frame' }),
      loadBudget({ index: { first: 150_000, whole: 260_000, styles: 22_000 } }),
    ],
    build: {
      rolldownOptions: {
        output: { codeSplitting: groupChunks({ app: { test: /\/licensing\/src\/app\.tsx$/ } }) },
      },
    },
  }),
)
