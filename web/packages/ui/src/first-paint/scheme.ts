/** Where the person's choice of light or dark is kept. */
export const SCHEME_KEY = 'gatehouse-color-scheme'
