import type { PostHog } from 'posthog-js'

let client: PostHog | undefined

interface Person {
  readonly email: string
  readonly tenantId: string
  readonly companyName: string
}

/**
 * Loads the analytics service. Profiles are made only for identified people; nothing else is fetched from outside. False
 * where it does not start, because of a blocker for example.
 */
export async function startAnalytics(key: string, host: string): Promise<boolean> {
  try {
    const { default: posthog } = await import('posthog-js')
    client = posthog.init(key, {
      api_host: host,
      person_profiles: 'identified_only',
      disable_external_dependency_loading: true,
    })
    return true
  } catch (error) {
    warn(error)
    return false
  }
}

export function identifyPerson({ email, tenantId, companyName }: Person): void {
  callAnalytics((analytics) => {
    analytics.identify(email)
    analytics.group('organization', tenantId, { name: companyName })
  })
}

export interface SignUp extends Person {
  readonly name: string
  readonly authenticationType: 'password' | 'social' | 'sso'
  /** Null: no account elsewhere was used. */
  readonly socialProvider: string | null
}

export function tellSignUp(person: SignUp): void {
  callAnalytics((analytics) => void analytics.capture('user_signed_up', { ...person }))
}

/** Before a logout, so that the next person on this computer is not taken for the last one. */
export function forgetPerson(): void {
  callAnalytics((analytics) => analytics.reset())
}

/** A failure of the service is none of the portal. */
function callAnalytics(action: (analytics: PostHog) => void): void {
  try {
    if (client) action(client)
  } catch (error) {
    warn(error)
  }
}

const warn = (error: unknown) => console.warn('The analytics service failed:', error)
