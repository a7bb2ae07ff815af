import type { Plugin } from 'vite'

/** Leaves out the list of color names: brand colors are never given by name (`readColor` of `ui`). */
export function noColorNames(): Plugin {
  return {
    name: 'no-color-names',
    load: (id) => (id.endsWith('/culori/src/colors/named.js') ? 'export default {}' : undefined),
  }
}
