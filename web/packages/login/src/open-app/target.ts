// These schemes would run in the browser or read files of the device.
const NEVER = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'http:', 'https:']

/** Returns the target if its URL scheme opens an app on the device, such as `com.example.app://login`. */
export function appTarget(wish: string | null): string | undefined {
  try {
    const { protocol, href } = new URL(wish ?? '')
    return NEVER.includes(protocol) ? undefined : href
  } catch {
    return undefined
  }
}

// The link of an Android or iOS app that the device did not open by itself.
const LINK = /\/(android|ios)\/([a-z][a-z0-9.-]*)\/?$/i

/**
 * Returns the address at which the app receives the answer, for the page `here`:
 * `<app>://<host>/android/oauth/callback`.
 */
export function linkTarget(here: string): string | undefined {
  const { pathname, search, host } = new URL(here)
  const [, platform, app] = LINK.exec(pathname) ?? []
  return appTarget(app ? `${app.toLowerCase()}://${host}/${platform}/oauth/callback${search}` : null)
}
