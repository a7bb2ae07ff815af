// These would run in the browser, or read what is on the device.
const NEVER = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'http:', 'https:']

/** An address that opens an app on the device, such as `com.example.app://login`. */
export function appTarget(wish: string | null): string | undefined {
  try {
    const { protocol, href } = new URL(wish ?? '')
    return NEVER.includes(protocol) ? undefined : href
  } catch {
    return undefined
  }
}

// Of an app on Android or iOS whose link the device did not open by itself.
const LINK = /\/(android|ios)\/([a-z][a-z0-9.-]*)\/?$/i

/** The address by which the app takes its answer, for the page at `here`: `<app>://<host>/android/oauth/callback`. */
export function linkTarget(here: string): string | undefined {
  const { pathname, search, host } = new URL(here)
  const [, platform, app] = LINK.exec(pathname) ?? []
  return appTarget(app ? `${app.toLowerCase()}://${host}/${platform}/oauth/callback${search}` : null)
}
