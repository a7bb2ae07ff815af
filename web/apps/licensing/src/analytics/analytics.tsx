import { useTenants } from '@gatehouse/react'
import { useEffect } from 'react'
import { useConfig } from '../config/config.queries'
import { useUserData } from '../session/user-data'
import { identifyPerson, startAnalytics } from './posthog'

/** Tells the analytics service who uses the portal; without a configured key it is not even loaded. */
export function Analytics() {
  const { analytics } = useConfig()
  const { email, tenantId } = useUserData()
  const companyName = useTenants().activeTenant?.name ?? ''
  useEffect(() => {
    if (!analytics) return
    void startAnalytics(analytics.key, analytics.host).then(() => identifyPerson({ email, tenantId, companyName }))
  }, [analytics, email, tenantId, companyName])
  return null
}
