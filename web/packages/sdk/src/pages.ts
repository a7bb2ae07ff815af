import type { Session } from './session-interface'

const SILENT_LOGOUT_MS = 500

/** Signs out without leaving the page; `done` is called after a moment, when other tabs were informed. */
export async function silentLogout(
  session: Pick<Session, 'logout'>,
  done?: () => void,
  delay = SILENT_LOGOUT_MS,
): Promise<void> {
  await session.logout({ stay: true })
  if (done) setTimeout(done, delay)
}

/** Opens the server's own page for account and user management: in a new tab, unless `sameWindow`. */
export function openHostedPortal(
  { baseUrl, environment }: Pick<Session, 'baseUrl' | 'environment'>,
  { sameWindow = false } = {},
): void {
  const url = new URL('/oauth/portal', baseUrl).href
  if (sameWindow) environment.navigate(url)
  else globalThis.open(url, '_blank', 'noopener')
}
