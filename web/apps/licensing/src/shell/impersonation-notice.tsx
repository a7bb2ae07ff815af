import { useImpersonation, useTenants } from '@gatehouse/react'
import { ImpersonationBar } from '@gatehouse/ui'
import type { ReactNode } from 'react'

/** The impersonated user, when impersonation ends, and the button that ends it. */
export function useImpersonationNotice(): ReactNode {
  const impersonation = useImpersonation()
  const { activeTenant } = useTenants()
  if (!impersonation) return undefined
  return (
    <ImpersonationBar
      name={impersonation.user.name || impersonation.user.email}
      organization={activeTenant?.name}
      until={impersonation.until}
      onEnd={impersonation.end}
    />
  )
}
