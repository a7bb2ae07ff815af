import type { Call, LoginAnswer } from '@gatehouse/sdk'
import type { MailLink } from '../calls'

export const activateByCode = (call: Call, link: MailLink, code: string, password?: string) =>
  call<LoginAnswer>('/identity/resources/users/v1/activate/code', {
    method: 'POST',
    body: { ...link, code, ...(password && { password }) },
  })
