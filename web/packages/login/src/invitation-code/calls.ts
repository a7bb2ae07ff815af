import type { Call } from '@gatehouse/sdk'
import type { Link } from '../calls'

export const acceptInvitationByCode = (call: Call, link: Link, code: string) =>
  call('/identity/resources/users/v1/invitation/accept/code', { method: 'POST', body: { ...link, code } })
