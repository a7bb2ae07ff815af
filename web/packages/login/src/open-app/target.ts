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
