import { type ApiCall, post } from '../api-call'
import type { MailLink } from '../calls'

export const activateByCode = (call: ApiCall, link: MailLink, code: string, password?: string) =>
  call('/identity/resources/users/v1/activate/code', post({ ...link, code, ...(password && { password }) }))
