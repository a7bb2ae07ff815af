const YEAR_SECONDS = 31_536_000

/**
 * Reads the maximum age of MFA, in seconds, from the address; undefined if it is not a valid age. Ages are capped at a
 * year, which is the server's limit.
 */
export function parseMaxAge(search: URLSearchParams): number | undefined {
  const wish = Number(search.get('maxAge') ?? Number.NaN)
  return wish >= 0 ? Math.min(wish, YEAR_SECONDS) : undefined
}
