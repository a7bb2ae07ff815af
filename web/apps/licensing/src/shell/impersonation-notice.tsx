import { useImpersonation, useTenants } from '@gatehouse/react'
import { ImpersonationBar } from '@gatehouse/ui'
import type { ReactNode } from 'react'

/** In whose name whoever sees this acts, until when, and the way out. */
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
