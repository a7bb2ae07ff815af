import type { Tenant } from '@gatehouse/sdk'
import { useCallback, useState } from 'react'
import { useSession, useSessionState } from './context'

export interface Tenants {
  readonly tenants: readonly Tenant[]
  readonly activeTenant: Tenant | null
  /** The tenant being switched to, until it is active. */
  readonly switchingTo: string | null
  switchTenant(tenantId: string): Promise<void>
}

/** Returns the user's tenants and a function to switch between them. */
export function useTenants(): Tenants {
  const session = useSession()
  const { tenants, activeTenant } = useSessionState()
  const [switchingTo, setSwitchingTo] = useState<string | null>(null)
  const switchTenant = useCallback(
    async (tenantId: string) => {
      setSwitchingTo(tenantId)
      await session.switchTenant(tenantId).finally(() => setSwitchingTo(null))
    },
    [session],
  )
  return { tenants, activeTenant, switchingTo, switchTenant }
}
