import { useCallback, useState } from 'react'
import { isResetLinkValid, loadPasswordConfig, parseMailLink } from '../calls'
import { useLogin } from '../context'
import { LoadingCard } from '../frame/loading-card'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { ResetLinkExpired } from './reset-link-expired'
import { ResetPassword } from './reset-password'

/** Sets a new password by a mailed link. It does not sign in: the user signs in with the new password. */
export function ResetPasswordPage() {
  const t = useT()
  const { session, search } = useLogin()
  const [isExpired, setExpired] = useState(false)
  const link = parseMailLink(search)
  const { userId, token } = link ?? {}

  const { value: config } = useLoad(
    useCallback(async () => {
      if (!userId || !token) return undefined
      const [works, rules] = await Promise.all([
        isResetLinkValid(session.call, { userId, token }),
        loadPasswordConfig(session.call, userId),
      ])
      setExpired(!works)
      return rules
    }, [session, userId, token]),
  )

  if (!link || isExpired) return <ResetLinkExpired />
  if (!config) return <LoadingCard title={t('activate.checking')} />
  return <ResetPassword link={link} config={config} onExpired={() => setExpired(true)} />
}
