import type { PostHog } from 'posthog-js'

let client: PostHog | undefined

interface Person {
  readonly email: string
  readonly tenantId: string
  readonly companyName: string
}

/** Loads the analytics service. Profiles are made only for identified people; nothing else is fetched from outside. */
export async function startAnalytics(key: string, host: string): Promise<void> {
  const { default: posthog } = await import('posthog-js')
  client = posthog.init(key, {
    api_host: host,
    person_profiles: 'identified_only',
    disable_external_dependency_loading: true,
  })
}

export function identifyPerson({ email, tenantId, companyName }: Person): void {
  client?.identify(email)
  client?.group('organization', tenantId, { name: companyName })
}

export interface SignUp extends Person {
  readonly name: string
  readonly authenticationType: 'password' | 'social' | 'sso'
  /** Null: no account elsewhere was used. */
  readonly socialProvider: string | null
}

export function tellSignUp(person: SignUp): void {
  client?.capture('user_signed_up', { ...person })
}

/** Before a logout, so that the next person on this computer is not taken for the last one. */
export function forgetPerson(): void {
  client?.reset()
}
