import Bowser from 'bowser'

export interface Device {
  /** Undefined where the browser does not say, or is none. */
  readonly browser?: string
  readonly system?: string
  readonly isHandheld: boolean
}

/** What a user agent header says about the device, in the words people use for it. */
export function deviceOf(userAgent: string | null | undefined): Device {
  if (!userAgent) return { isHandheld: false }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    browser: browser.name?.replace(/^Microsoft /, ''),
    system: os.name,
    isHandheld: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
