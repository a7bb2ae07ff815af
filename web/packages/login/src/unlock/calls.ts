import type { Call } from '@gatehouse/sdk'

export const unlockAccount = (call: Call, token: string) =>
  call('/identity/resources/users/v3/me/unlock', { method: 'POST', body: { token } })
