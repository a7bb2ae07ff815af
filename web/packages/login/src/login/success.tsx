import { useEffect } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { useT } from '../texts'

const REDIRECT_MS = 200

/** To wherever the person wanted to be. */
export const Success = () => <Leaving />

/** `home`: where people go who came from nowhere in particular. */
export function Leaving({ home }: { readonly home?: string | undefined }) {
  const t = useT()
  const { finish } = useLogin()

  useEffect(() => {
    const leave = setTimeout(() => finish(home), REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [finish, home])

  return <Waiting title={t('login.success')} />
}
