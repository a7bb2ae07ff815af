/** Storage key of the chosen color scheme. */
export const SCHEME_KEY = 'gatehouse-color-scheme'
