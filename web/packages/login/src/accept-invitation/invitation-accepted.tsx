import { useSessionState } from '@gatehouse/react'
import { useEffect } from 'react'
import { useLogin } from '../context'
import { LoadingCard } from '../frame/loading-card'
import type { InvitationDetails } from '../login/calls'
import { useT } from '../texts'

const REDIRECT_DELAY_MS = 1000

/** Accepting an invitation does not sign in: continue to the login page, or to the product if a session exists. */
export function InvitationAccepted({ details }: { readonly details: InvitationDetails }) {
  const t = useT()
  const { session, exit, goTo } = useLogin()
  const { status } = useSessionState()
  const { email, name: tenant } = details
  // The existing session may belong to another user, so name the address that joined.
  const lead = email ? t('invitation.joinedAs', { email, tenant }) : t('invitation.successText')

  useEffect(() => {
    if (status === 'anonymous') goTo('loginUrl', { replace: true, step: 'accepted' })
    if (status !== 'authenticated') return
    void session.reloadUser()
    const leave = setTimeout(() => exit(), REDIRECT_DELAY_MS)
    return () => clearTimeout(leave)
  }, [status, session, exit, goTo])

  return <LoadingCard title={t('invitation.success')} lead={lead} />
}
