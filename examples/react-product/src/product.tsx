import { AdminPortalOverlay, NotificationBell } from '@gatehouse/admin-portal'
import {
  Protect,
  SignedIn,
  SignedOut,
  useAuth,
  useAuthUser,
  useImpersonation,
  useLoginWithRedirect,
  useTenants,
} from '@gatehouse/react'
import { useState } from 'react'

export function Product() {
  return (
    <>
      <SignedOut>
        <SignIn />
      </SignedOut>
      <SignedIn>
        <Orders />
      </SignedIn>
    </>
  )
}

function SignIn() {
  const login = useLoginWithRedirect()
  return (
    <main>
      <h1>Orders</h1>
      <button type="button" onClick={() => void login()}>
        Sign in
      </button>
    </main>
  )
}

function Orders() {
  const user = useAuthUser()
  const { logout } = useAuth()
  const { activeTenant } = useTenants()
  const impersonation = useImpersonation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <header>
        {impersonation && (
          <p role="status">
            You act as {user.name}
            {impersonation.until && <> until {impersonation.until.toLocaleTimeString()}</>}.{' '}
            <button type="button" onClick={() => void impersonation.end()}>
              End
            </button>
          </p>
        )}
        <NotificationBell />
        <button type="button" onClick={() => setOpen(true)}>
          Settings
        </button>
        <button type="button" onClick={() => void logout()}>
          Sign out
        </button>
      </header>
      <main>
        <h1>Orders of {activeTenant?.name}</h1>
        <p>Hello {user.name}.</p>
        <Protect permissions={['fe.secure.write.users']} fallback={<p>Ask an administrator to invite people.</p>}>
          <p>You may invite people: open the settings.</p>
        </Protect>
      </main>
      <AdminPortalOverlay opened={open} onClose={() => setOpen(false)} />
    </>
  )
}
