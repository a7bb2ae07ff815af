/**
 * In order of their dependencies. `entries`: the entry points and their source files. `isClient`: contains components
 * that only run in the browser.
 */
export const PACKAGES = [
  { name: 'api', entries: { index: 'index.ts' } },
  { name: 'sdk', entries: { index: 'index.ts' } },
  { name: 'ui', entries: { index: 'index.ts' }, isClient: true, sheets: ['styles/portal.css'] },
  { name: 'react', entries: { index: 'index.ts' }, isClient: true },
  { name: 'login', entries: { index: 'index.ts' }, isClient: true },
  { name: 'admin-portal', entries: { index: 'index.ts', element: 'element/index.ts' }, isClient: true },
]

/** The bundle for pages without a bundler. */
export const STANDALONE = { of: 'admin-portal', entry: 'element/index.ts', name: 'gatehouse-portal' }

const WEB = new URL('../', import.meta.url)

export const sourceOf = (name) => new URL(`packages/${name}/src/`, WEB)
export const folderOf = (name) => new URL(`packages/${name}/`, WEB)
export const distOf = (name) => new URL(`packages/${name}/dist/`, WEB)
export { WEB }
