import { type Impersonation, useTenants } from '@gatehouse/react'
import { ImpersonationBar } from '@gatehouse/ui'

/** In whose name whoever sees this acts, until when, and the way out. */
export function ImpersonationNotice({ of: { user, until, end } }: { readonly of: Impersonation }) {
  const { activeTenant } = useTenants()
  return <ImpersonationBar name={user.name || user.email} organization={activeTenant?.name} until={until} onEnd={end} />
}
