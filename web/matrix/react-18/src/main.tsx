import {
  Entitlement,
  GatehouseProvider,
  Protect,
  RequireStepUp,
  SignedIn,
  SignedOut,
  useAuth,
  useAuthUser,
  useLoginWithRedirect,
  useTenants,
} from '@gatehouse/react'
import { StrictMode, useState, version } from 'react'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <GatehouseProvider entitlements navigate={(url) => location.assign(url)} redirects={{ authenticatedUrl: '/' }}>
      <h1>Reports with React {version}</h1>
      <SignedOut>
        <SignIn />
      </SignedOut>
      <SignedIn>
        <Reports />
      </SignedIn>
    </GatehouseProvider>
  </StrictMode>,
)

function SignIn() {
  const login = useLoginWithRedirect()
  return (
    <button type="button" onClick={() => void login()}>
      Sign in
    </button>
  )
}

function Reports() {
  const user = useAuthUser()
  const { logout } = useAuth()
  const { tenants, activeTenant, switchTenant } = useTenants()
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <p>
        {user.email} in {activeTenant?.name}
      </p>
      {tenants
        .filter(({ tenantId }) => tenantId !== activeTenant?.tenantId)
        .map(({ tenantId, name }) => (
          <button key={tenantId} type="button" onClick={() => void switchTenant(tenantId)}>
            Switch to {name}
          </button>
        ))}
      <Protect permissions={['fe.secure.write.users']} fallback="Ask an administrator to export">
        <button type="button" onClick={() => setOpen(true)}>
          Export
        </button>
      </Protect>
      <Entitlement feature="schedules" fallback="Schedules are not in your plan">
        Every Monday
      </Entitlement>
      {isOpen && <RequireStepUp fallback={<p>Confirm that it is you.</p>}>Exported</RequireStepUp>}
      <button type="button" onClick={() => void logout()}>
        Sign out
      </button>
    </main>
  )
}
