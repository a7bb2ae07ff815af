import type { Call } from '@gatehouse/sdk'

export const endSession = (call: Call, token: string) =>
  call('/identity/resources/users/sessions/v1/end-by-link', { method: 'POST', body: { token } })
