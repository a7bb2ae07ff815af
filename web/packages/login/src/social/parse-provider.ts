/** Reads the provider from the callback's `state`. */
export function parseProvider(search: URLSearchParams): string | undefined {
  try {
    const { provider } = JSON.parse(search.get('state') ?? '') as { provider?: unknown }
    return typeof provider === 'string' && /^[\w-]{1,60}$/.test(provider) ? provider : undefined
  } catch {
    return undefined
  }
}
