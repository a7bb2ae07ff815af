import { type ApiCall, post } from '../api-call'

export const endSession = (call: ApiCall, token: string) =>
  call('/identity/resources/users/sessions/v1/end-by-link', post({ token }))
