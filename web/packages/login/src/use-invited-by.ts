import type { Inviting } from './login/calls'
import { useT } from './texts'

/** Says who invites to what, before `rest`. The address is proved, the name is what its owner chose: both are said. */
export function useInvitedBy(inviting: Inviting | undefined, rest: string): string {
  const t = useT()
  const { name: tenant, inviterName, inviterEmail } = inviting ?? {}
  if (!tenant || !inviterEmail) return rest
  const person = inviterName ? `${inviterName} (${inviterEmail})` : inviterEmail
  return `${t('invitation.by', { person, tenant })} ${rest}`.trim()
}
