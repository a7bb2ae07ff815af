import { useEffect } from 'react'
import { useLogin } from '../context'
import { LoadingCard } from '../frame/loading-card'
import { useT } from '../texts'

const REDIRECT_MS = 200

/** Redirects to the address that the user wanted. */
export const Success = () => <FinishLogin />

/** `home` is the destination if no address was requested. */
export function FinishLogin({ home }: { readonly home?: string | undefined }) {
  const t = useT()
  const { exit } = useLogin()

  useEffect(() => {
    const leave = setTimeout(() => exit(home), REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [exit, home])

  return <LoadingCard title={t('login.success')} />
}
