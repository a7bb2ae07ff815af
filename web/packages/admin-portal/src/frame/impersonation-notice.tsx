import { type Impersonation, useTenants } from '@gatehouse/react'
import { ImpersonationBar } from '@gatehouse/ui'

/** The impersonated user, when impersonation ends, and the button that ends it. */
export function ImpersonationNotice({ of: { user, until, end } }: { readonly of: Impersonation }) {
  const { activeTenant } = useTenants()
  return <ImpersonationBar name={user.name || user.email} organization={activeTenant?.name} until={until} onEnd={end} />
}
