import { useAuthUser, useSession, useTenants } from '@gatehouse/react'
import { useEffect } from 'react'
import { useConfig } from '../config/config.queries'
import { useUserData } from '../session/user-data'
import { identifyPerson, startAnalytics, tellSignUp } from './posthog'
import { signUpOf } from './sign-up'

/** Tells the analytics service who uses the portal; without a configured key it is not even loaded. */
export function Analytics() {
  const { analytics } = useConfig()
  const { email, tenantId } = useUserData()
  const user = useAuthUser()
  const { storage } = useSession().environment
  const companyName = useTenants().activeTenant?.name ?? ''
  useEffect(() => {
    if (!analytics || !companyName) return
    void startAnalytics(analytics.key, analytics.host).then((isStarted) => {
      if (!isStarted) return
      identifyPerson({ email, tenantId, companyName })
      const signUp = signUpOf(user, companyName, storage, Date.now())
      if (signUp) tellSignUp(signUp)
    })
  }, [analytics, email, tenantId, companyName, user, storage])
  return null
}
