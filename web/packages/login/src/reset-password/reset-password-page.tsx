import { useCallback, useState } from 'react'
import { linkOf, passwordConfig, resetLinkWorks } from '../calls'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { ResetLinkExpired } from './reset-link-expired'
import { ResetPassword } from './reset-password'

/** Sets a new password by a mailed link. It does not sign in: the user signs in with the new password. */
export function ResetPasswordPage() {
  const t = useT()
  const { session, search } = useLogin()
  const [isExpired, setExpired] = useState(false)
  const link = linkOf(search)
  const { userId, token } = link ?? {}

  const { value: config } = useLoaded(
    useCallback(async () => {
      if (!userId || !token) return undefined
      const [works, rules] = await Promise.all([
        resetLinkWorks(session.call, { userId, token }),
        passwordConfig(session.call, userId),
      ])
      setExpired(!works)
      return rules
    }, [session, userId, token]),
  )

  if (!link || isExpired) return <ResetLinkExpired />
  if (!config) return <Waiting title={t('activate.checking')} />
  return <ResetPassword link={link} config={config} onExpired={() => setExpired(true)} />
}
