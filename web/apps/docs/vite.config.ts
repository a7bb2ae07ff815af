import { defineConfig, mergeConfig } from 'vite'
import { firstPaint } from '../../vite/first-paint'
import { appConfig } from '../../vite.shared'

const app = appConfig('docs', ['docs'])

export default defineConfig((env) => mergeConfig(app(env), { plugins: [firstPaint({ 'index.html': 'page' })] }))
