import type { Inviting } from './login/calls'
import { useT } from './texts'

/** Says who invites whom to what, before `rest`. The inviter's address is verified, the name is what its owner chose:
 * both are said. The browser may be signed in as another user, so the masked address of the link is said too. */
export function useInvitedBy(inviting: Inviting | undefined, rest: string): string {
  const t = useT()
  const { name: tenant, inviterName, inviterEmail, email } = inviting ?? {}
  const person = inviterName ? `${inviterName} (${inviterEmail})` : inviterEmail
  const by = tenant && person ? t('invitation.by', { person, tenant }) : ''
  return [by, email && t('invitation.for', { email }), rest].filter(Boolean).join(' ')
}
