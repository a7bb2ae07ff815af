import { useEffect } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { useT } from '../texts'

const REDIRECT_MS = 200

export function Success() {
  const t = useT()
  const { finish } = useLogin()

  useEffect(() => {
    const leave = setTimeout(finish, REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [finish])

  return <Waiting title={t('login.success')} />
}
