import { type ApiCall, post } from '../api-call'
import type { MailLink } from '../calls'

export const acceptInvitationByCode = (call: ApiCall, link: MailLink, code: string) =>
  call('/identity/resources/users/v1/invitation/accept/code', post({ ...link, code }))
