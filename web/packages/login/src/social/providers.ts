import type { Answer, ApiCall, Path } from '../api-call'

// Wire reference, "social-providers": the providers that can be enabled.
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
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

const KNOWN = '/identity/resources/sso/v2'
const CUSTOM = '/identity/resources/sso/custom/v1'

type ProviderEntry = Answer<typeof KNOWN>[number]
type CustomProviderEntry = Answer<typeof CUSTOM>['providers'][number]

/** Loads the enabled providers; an empty list if they cannot be loaded, because the form still works. */
export async function loadSocialProviders(call: ApiCall): Promise<readonly SocialProvider[]> {
  const loadOptional = <P extends Path>(path: P): Promise<Answer<P> | undefined> =>
    call(path).catch((error: unknown) => {
      console.warn(`Going on without ${path}:`, error)
      return undefined
    })
  const [listed, custom] = await Promise.all([loadOptional(KNOWN), loadOptional(CUSTOM)])
  const knownEntries = Array.isArray(listed) ? (listed as Answer<typeof KNOWN>) : []
  return [...knownEntries.flatMap(parseKnownProvider), ...(custom?.providers ?? []).flatMap(parseCustomProvider)]
}

function parseKnownProvider({ type, active, authorizationUrl }: ProviderEntry): SocialProvider[] {
  const title = Object.hasOwn(PROVIDER_NAMES, type) ? PROVIDER_NAMES[type] : undefined
  return active && title && authorizationUrl ? [{ name: type, title, start: authorizationUrl }] : []
}

function parseCustomProvider({
  type,
  active,
  authorizationUrl,
  displayName,
  ssoLogoUrl,
}: CustomProviderEntry): SocialProvider[] {
  if (!active || !type || !authorizationUrl || !displayName) return []
  return [{ name: type, title: displayName, start: authorizationUrl, ...(ssoLogoUrl && { logo: ssoLogoUrl }) }]
}
