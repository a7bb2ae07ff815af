import type { Environment } from './environment'

const KEY = 'gatehouse.logout-meant-at'
/** The logout page opens immediately; an older mark belongs to a navigation that did not happen. */
const LIFETIME_MS = 30_000

/** Goes to the logout page on behalf of a sign-out button. Without this mark that page asks for confirmation. */
export function goToLogout({ tabStorage, navigate }: Pick<Environment, 'tabStorage' | 'navigate'>, url: string): void {
  tabStorage.setItem(KEY, String(Date.now()))
  navigate(url)
}

/**
 * Whether `goToLogout` led this tab to the logout page. A link on another site cannot set this mark, whereas the
 * referrer and fetch metadata are not available to scripts.
 */
export function hasLogoutIntent({ tabStorage }: Pick<Environment, 'tabStorage'>): boolean {
  const age = Date.now() - Number(tabStorage.getItem(KEY) ?? Number.NaN)
  return age >= 0 && age < LIFETIME_MS
}

export function clearLogoutIntent({ tabStorage }: Pick<Environment, 'tabStorage'>): void {
  tabStorage.removeItem(KEY)
}
