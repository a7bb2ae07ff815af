import { useSessionState } from '@gatehouse/react'
import { useEffect } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import type { Inviting } from '../login/calls'
import { useT } from '../texts'

const SEEN_MS = 1000

/** Accepting an invitation does not sign in: continue to the login page, or to the product if a session exists. */
export function Joined({ inviting }: { readonly inviting: Inviting }) {
  const t = useT()
  const { session, finish, goTo } = useLogin()
  const { status } = useSessionState()
  const { email, name: tenant } = inviting
  // The existing session may belong to another user, so name the address that joined.
  const lead = email ? t('invitation.joinedAs', { email, tenant }) : t('invitation.successText')

  useEffect(() => {
    if (status === 'anonymous') goTo('loginUrl', { replace: true, step: 'accepted' })
    if (status !== 'authenticated') return
    void session.reloadUser()
    const leave = setTimeout(() => finish(), SEEN_MS)
    return () => clearTimeout(leave)
  }, [status, session, finish, goTo])

  return <Waiting title={t('invitation.success')} lead={lead} />
}
