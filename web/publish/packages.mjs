/**
 * In the order of who needs whom. `entries`: what others may import, and the file that it is made of. `isClient`: it is
 * of components, which servers that draw pages have to leave to the browser.
 */
export const PACKAGES = [
  { name: 'api', entries: { index: 'index.ts' } },
  { name: 'sdk', entries: { index: 'index.ts' } },
  { name: 'ui', entries: { index: 'index.ts' }, isClient: true, sheets: ['styles/portal.css'] },
  { name: 'react', entries: { index: 'index.ts' }, isClient: true },
  { name: 'login', entries: { index: 'index.ts' }, isClient: true },
  { name: 'admin-portal', entries: { index: 'index.ts', element: 'element/index.ts' }, isClient: true },
]

/** One file for pages without a bundler, with everything in it. */
export const STANDALONE = { of: 'admin-portal', entry: 'element/index.ts', name: 'gatehouse-portal' }

const WEB = new URL('../', import.meta.url)

export const sourceOf = (name) => new URL(`packages/${name}/src/`, WEB)
export const folderOf = (name) => new URL(`packages/${name}/`, WEB)
export const distOf = (name) => new URL(`packages/${name}/dist/`, WEB)
export { WEB }
