import type { Call } from '@gatehouse/sdk'

// Wire reference, "social-providers": what the vendor has switched on.
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
  /** As addresses name it. */
  readonly name: string
  readonly title: string
  /** A path of the server, or a whole address, that leads to the provider. */
  readonly start: string
  /** The picture of one that has no mark of its own here. */
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

/** Those with a way to begin; nothing where they cannot be read: the form still works. */
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
