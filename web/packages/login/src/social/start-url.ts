import type { SocialProvider } from './providers'

interface StartOptions {
  readonly baseUrl: string
  /** The page to which the provider redirects. */
  readonly page: string
  readonly action: 'login' | 'signUp'
  readonly email?: string
}

/**
 * Builds the address of a provider's button. Throws for schemes other than http(s), because the address comes from the
 * server.
 */
export function buildStartUrl({ name, start }: SocialProvider, { baseUrl, page, action, email }: StartOptions): string {
  const url = new URL(start.startsWith('/') ? baseUrl.replace(/\/$/, '') + start : start)
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${name} begins at no web address.`)
  url.searchParams.set('redirectUri', page)
  url.searchParams.set('state', JSON.stringify({ provider: name, action }))
  if (email) url.searchParams.set('login_hint', email)
  return url.href
}
