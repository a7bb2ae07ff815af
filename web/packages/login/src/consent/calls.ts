import type { Call } from '@gatehouse/sdk'

const CONSENTS = '/identity/resources/oauth/consents/v1/me'

/** What an app of another company may learn, in the order in which it is told. */
export const SCOPES = ['openid', 'email', 'profile'] as const
export type Scope = (typeof SCOPES)[number]

export interface AskingApp {
  readonly name: string
}

export const askingApp = (call: Call, token: string, clientId: string) =>
  call<AskingApp>(`${CONSENTS}/${encodeURIComponent(clientId)}`, { token })

export const allow = (call: Call, token: string, clientId: string, scopes: readonly Scope[]) =>
  call<AskingApp>(`${CONSENTS}/${encodeURIComponent(clientId)}`, { method: 'PUT', body: { scopes }, token })
