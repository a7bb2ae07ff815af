import type { InvitationDetails } from './login/calls'
import { useT } from './texts'

/**
 * Describes who invites the user to which tenant, followed by `rest`. Shows both the inviter's name, which is
 * self-chosen, and their verified address; and the masked invited address, because the browser may be signed in as
 * another user.
 */
export function useInvitationText(details: InvitationDetails | undefined, rest: string): string {
  const t = useT()
  const { name: tenant, inviterName, inviterEmail, email } = details ?? {}
  const person = inviterName ? `${inviterName} (${inviterEmail})` : inviterEmail
  const by = tenant && person ? t('invitation.by', { person, tenant }) : ''
  return [by, email && t('invitation.for', { email }), rest].filter(Boolean).join(' ')
}
