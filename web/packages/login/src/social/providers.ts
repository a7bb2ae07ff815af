import type { Call } from '@gatehouse/sdk'

// Wire reference, "social-providers": the providers that can be enabled.
const KNOWN: Readonly<Record<string, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  facebook: 'Facebook',
  apple: 'Apple',
  slack: 'Slack',
  linkedin: 'LinkedIn',
}

export interface SocialProvider {
  /** The name used in URLs. */
  readonly name: string
  readonly title: string
  /** A path of the server or an absolute URL that leads to the provider. */
  readonly start: string
  /** The logo of a custom provider. */
  readonly logo?: string
}

interface Listed {
  readonly type?: string
  readonly active?: boolean
  readonly authorizationUrl?: string | null
}

interface Custom extends Listed {
  readonly displayName?: string
  readonly ssoLogoUrl?: string | null
}

/** Loads the enabled providers; an empty list if they cannot be loaded, because the form still works. */
export async function loadSocial(call: Call): Promise<readonly SocialProvider[]> {
  const orNothing = <T>(path: string) =>
    call<T>(path).catch((error: unknown) => {
      console.warn(`Going on without ${path}:`, error)
      return undefined
    })
  const [listed, custom] = await Promise.all([
    orNothing<readonly Listed[]>('/identity/resources/sso/v2'),
    orNothing<{ providers?: readonly Custom[] }>('/identity/resources/sso/custom/v1'),
  ])
  const ours = Array.isArray(listed) ? (listed as readonly Listed[]) : []
  return [...ours.flatMap(known), ...(custom?.providers ?? []).flatMap(own)]
}

function known({ type = '', active, authorizationUrl }: Listed): SocialProvider[] {
  const title = Object.hasOwn(KNOWN, type) ? KNOWN[type] : undefined
  return active && title && authorizationUrl ? [{ name: type, title, start: authorizationUrl }] : []
}

function own({ type, active, authorizationUrl, displayName, ssoLogoUrl }: Custom): SocialProvider[] {
  if (!active || !type || !authorizationUrl || !displayName) return []
  return [{ name: type, title: displayName, start: authorizationUrl, ...(ssoLogoUrl && { logo: ssoLogoUrl }) }]
}
