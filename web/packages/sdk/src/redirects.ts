import { parseLocation } from './location'
import { STORAGE_KEYS, type TextStorage } from './storage'

export interface RedirectRules {
  /** Where users go if no address was requested. */
  readonly authenticatedUrl: string
  /** Rejects targets on foreign origins. Disable only if every link to the login page is trusted. */
  readonly sameSiteOnly?: boolean
  readonly allowedOrigins?: readonly string[]
}

interface RedirectSource {
  /** Address of the current page. */
  readonly href: string
  readonly storage: TextStorage
}

/**
 * Returns where to go after login: the page's `redirectUrl`, otherwise the saved address, otherwise the default.
 * Removes the saved address.
 */
export function consumeRedirect(rules: RedirectRules, { href, storage }: RedirectSource): string {
  const page = new URL(href)
  const requested = [parseLocation(href).query.get('redirectUrl'), storage.getItem(STORAGE_KEYS.afterAuthRedirect)]
  storage.removeItem(STORAGE_KEYS.afterAuthRedirect)
  const allowed = requested.filter((target) => target !== null).map((wish) => checkRedirect(wish, rules, page))
  return allowed.find((target) => target !== undefined) ?? new URL(rules.authenticatedUrl, page).href
}

/** Saves the address to return to after login or step-up. False if the browser stores nothing. */
export function saveRedirect(target: string, storage: TextStorage): boolean {
  storage.setItem(STORAGE_KEYS.afterAuthRedirect, target)
  return storage.getItem(STORAGE_KEYS.afterAuthRedirect) === target
}

/** Returns the absolute URL of a target that may be followed from this page, or undefined. */
export function checkRedirect(target: string, rules: RedirectRules, page: URL): string | undefined {
  const { sameSiteOnly = true, allowedOrigins = [] } = rules
  const url = parseUrl(target, page)
  // `javascript:` and `data:` URLs would run in this page, whatever the rules.
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (!sameSiteOnly || url.origin === page.origin || allowedOrigins.includes(url.origin)) return url.href
  console.warn(`Not redirecting to ${url.origin}: it is neither this site nor one of the allowed origins.`)
  return undefined
}

/** Some supported browsers lack `URL.canParse`. */
function parseUrl(target: string, page: URL): URL | undefined {
  try {
    return new URL(target, page)
  } catch {
    return undefined
  }
}
