import { gzipSync } from 'node:zlib'
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import { appConfig } from '../../vite.shared'

const app = appConfig('hosted', ['account', 'oauth/portal', 'oauth/account'])

export default defineConfig((env) => mergeConfig(app(env), { plugins: [firstLoadBudget(150_000)] }))

/** Fails the build when the scripts that every page loads first weigh more than this, compressed. Bytes. */
function firstLoadBudget(limit: number): Plugin {
  return {
    name: 'first-load-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map(Object.entries(bundle))
      const first = new Set<string>()
      const add = (fileName: string) => {
        const chunk = chunks.get(fileName)
        if (chunk?.type !== 'chunk' || first.has(fileName)) return
        first.add(fileName)
        chunk.imports.forEach(add)
      }
      for (const [fileName, chunk] of chunks) if (chunk.type === 'chunk' && chunk.isEntry) add(fileName)
      const bytes = [...first].reduce((sum, fileName) => {
        const chunk = chunks.get(fileName)
        return sum + (chunk?.type === 'chunk' ? gzipSync(chunk.code).length : 0)
      }, 0)
      if (bytes > limit) this.error(`The first load is ${bytes} bytes of compressed script; ${limit} are allowed.`)
    },
  }
}
