// These schemes would run in the browser or read files of the device.
const FORBIDDEN_PROTOCOLS = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'http:', 'https:']

/** Returns the target if its URL scheme opens an app on the device, such as `com.example.app://login`. */
export function parseAppTarget(wish: string | null): string | undefined {
  try {
    const { protocol, href } = new URL(wish ?? '')
    return FORBIDDEN_PROTOCOLS.includes(protocol) ? undefined : href
  } catch {
    return undefined
  }
}

// The link of an Android or iOS app that the device did not open by itself.
const APP_LINK = /\/(android|ios)\/([a-z][a-z0-9.-]*)\/?$/i

/**
 * Returns the address at which the app receives the answer, for the page `here`:
 * `<app>://<host>/android/oauth/callback`.
 */
export function parseLinkTarget(here: string): string | undefined {
  const { pathname, search, host } = new URL(here)
  const [, platform, app] = APP_LINK.exec(pathname) ?? []
  return parseAppTarget(app ? `${app.toLowerCase()}://${host}/${platform}/oauth/callback${search}` : null)
}
