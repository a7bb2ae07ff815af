import type { SsoConnection } from '../wire'

export const STEPS = ['values', 'provider', 'domains', 'roles', 'test', 'on'] as const
export type StepName = (typeof STEPS)[number]

/** A connection has no name of its own, so its domain or its type stands for it. */
export const domainOf = ({ domains }: SsoConnection): string | undefined => domains[0]?.domain

export const isOidc = ({ type }: SsoConnection) => type === 'oidc'

/** Whether the provider is configured well enough for a sign-in. */
export const knowsProvider = (connection: SsoConnection): boolean =>
  isOidc(connection)
    ? Boolean(connection.ssoEndpoint && connection.oidcClientId && connection.oidcSecret)
    : Boolean(connection.ssoEndpoint && connection.certificates.length > 0)

export const hasDomain = ({ domains }: SsoConnection) => domains.some(({ validated }) => validated)

/** What each step has come to, as the server has it now; `undefined` where nothing has to be done. */
export function isDone(connection: SsoConnection, step: StepName, hasPassed: boolean): boolean | undefined {
  switch (step) {
    case 'values':
      return knowsProvider(connection)
    case 'provider':
      return knowsProvider(connection)
    case 'domains':
      return hasDomain(connection)
    case 'roles':
      return undefined
    case 'test':
      return hasPassed || connection.enabled
    case 'on':
      return connection.enabled
  }
}

/** The first unfinished step. */
export function nextStep(connection: SsoConnection): StepName {
  if (!knowsProvider(connection)) return 'values'
  if (!hasDomain(connection)) return 'domains'
  return connection.enabled ? 'on' : 'test'
}

export interface StepProps {
  readonly connection: SsoConnection
  /** A test login has passed while this page is open. */
  readonly onPassed: () => void
}
