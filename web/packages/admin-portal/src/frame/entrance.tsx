import { useLoginWithRedirect, useSession, useSessionState } from '@gatehouse/react'
import { ErrorState, Loading } from '@gatehouse/ui'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../portal.texts'

/** Lets in who is signed in. Others go to the login page, and come back to where they wanted to be. */
export function Entrance({ children }: { children: ReactNode }) {
  const t = useT()
  const session = useSession()
  const state = useSessionState()
  if (state.status === 'authenticated') return children
  if (state.status === 'loading') return <Loading size="page" label={t('entrance.checking')} />
  if (state.failure) {
    return <ErrorState size="page" error={state.failure} onRetry={() => void session.refresh()} />
  }
  return <ToLogin />
}

function ToLogin() {
  const t = useT()
  const login = useLoginWithRedirect()
  useEffect(() => {
    void login()
  }, [login])
  return <Loading size="page" label={t('entrance.leaving')} />
}
