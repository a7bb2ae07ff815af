import type { Environment } from './environment'

const KEY = 'gatehouse.logout-meant-at'
/** The logout page opens in a moment; a mark that is older is of a navigation that came to nothing. */
const LIFETIME_MS = 30_000

/** To the logout page, for whoever pressed "Sign out" in one of our pages. It asks everybody else first. */
export function goToLogout({ tabStorage, navigate }: Pick<Environment, 'tabStorage' | 'navigate'>, url: string): void {
  tabStorage.setItem(KEY, String(Date.now()))
  navigate(url)
}

/**
 * Whether this tab was led to the logout page by `goToLogout`. A link on another site cannot leave this mark, whereas
 * its referrer and fetch metadata say nothing that a script could rely on.
 */
export function isLogoutMeant({ tabStorage }: Pick<Environment, 'tabStorage'>): boolean {
  const age = Date.now() - Number(tabStorage.getItem(KEY) ?? Number.NaN)
  return age >= 0 && age < LIFETIME_MS
}

export function forgetLogoutIntent({ tabStorage }: Pick<Environment, 'tabStorage'>): void {
  tabStorage.removeItem(KEY)
}
