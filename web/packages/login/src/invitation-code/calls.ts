import type { Call } from '@gatehouse/sdk'
import type { MailLink } from '../calls'

export const acceptInvitationByCode = (call: Call, link: MailLink, code: string) =>
  call('/identity/resources/users/v1/invitation/accept/code', { method: 'POST', body: { ...link, code } })
