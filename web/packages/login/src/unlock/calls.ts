import { type ApiCall, post } from '../api-call'

export const unlockAccount = (call: ApiCall, token: string) =>
  call('/identity/resources/users/v3/me/unlock', post({ token }))
