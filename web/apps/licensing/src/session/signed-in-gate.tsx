import { useAuth, useLoginWithRedirect } from '@gatehouse/react'
import { Loading } from '@gatehouse/ui'
import { type ReactNode, Suspense, useEffect } from 'react'

/** Until somebody is signed in there is only a loading indicator; whoever is not goes to the login page. */
export function SignedInGate({ children }: { readonly children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth()
  const login = useLoginWithRedirect()
  useEffect(() => {
    if (!isLoading && !isAuthenticated) void login()
  }, [isLoading, isAuthenticated, login])
  if (!isAuthenticated) return <Loading size="page" />
  return <Suspense fallback={<Loading size="page" />}>{children}</Suspense>
}
