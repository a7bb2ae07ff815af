import { type Answer, type ApiCall, type Body, post } from '../api-call'

const CONSENTS = '/identity/resources/oauth/consents/v1/me'

type ConsentPath = `${typeof CONSENTS}/{client_id}`

/** `scopes` are those that an app of another company can request. */
export type ConsentRequest = Omit<Answer<`${typeof CONSENTS}/requests`, 'POST'>, 'scopes'> &
  Pick<Body<ConsentPath, 'PUT'>, 'scopes'>

/** Loads who requests which scopes, as the server reads the authorization request. */
export const loadConsentRequest = (call: ApiCall, token: string, request: string) =>
  call(`${CONSENTS}/requests`, post({ request }, token)) as Promise<ConsentRequest>

/** Grants the scopes to the redirect URI of that request. */
export const grantConsent = (call: ApiCall, token: string, { clientId, scopes }: ConsentRequest, request: string) =>
  call<ConsentPath, 'PUT'>(`${CONSENTS}/${encodeURIComponent(clientId)}`, {
    method: 'PUT',
    body: { scopes, request },
    token,
  })
