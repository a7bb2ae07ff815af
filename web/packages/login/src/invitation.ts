import { useEffect, useState } from 'react'
import { verifyInvitation } from './calls'
import { useLogin } from './context'

export interface Invitation {
  readonly token: string | null
  /** The tenant that invites, once its link is verified. */
  readonly tenant?: string
  /** The link is used up, taken back, or was never one. */
  readonly isDead?: boolean
}

/** The invite link that brought the person to the login or sign-up page. */
export function useInvitation(): Invitation {
  const { session, search } = useLogin()
  const token = search.get('invitationToken')
  const [found, setFound] = useState<Omit<Invitation, 'token'>>({})

  useEffect(() => {
    if (!token) return
    let isCurrent = true
    verifyInvitation(session.call, token).then(
      ({ name }) => isCurrent && setFound({ tenant: name }),
      () => isCurrent && setFound({ isDead: true }),
    )
    return () => {
      isCurrent = false
    }
  }, [session, token])

  return { token, ...found }
}
