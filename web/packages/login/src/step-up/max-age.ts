const YEAR_SECONDS = 31_536_000

/**
 * How long ago, in seconds, the second factor may have been shown, as the address says; undefined where it says nothing
 * that is an age. The server takes up to a year, and would refuse the rest, which is no reason to sign anybody out.
 */
export function maxAgeOf(search: URLSearchParams): number | undefined {
  const wish = Number(search.get('maxAge') ?? Number.NaN)
  return wish >= 0 ? Math.min(wish, YEAR_SECONDS) : undefined
}
