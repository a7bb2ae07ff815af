import { useEffect } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { useT } from '../texts'

const REDIRECT_MS = 200

/** Redirects to the address that the user wanted. */
export const Success = () => <Leaving />

/** `home` is the destination if no address was requested. */
export function Leaving({ home }: { readonly home?: string | undefined }) {
  const t = useT()
  const { finish } = useLogin()

  useEffect(() => {
    const leave = setTimeout(() => finish(home), REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [finish, home])

  return <Waiting title={t('login.success')} />
}
