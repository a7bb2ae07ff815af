import { useEffect } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { useT } from '../texts'

const SEEN_MS = 1000

export function ActivateSuccess() {
  const t = useT()
  const { finish } = useLogin()

  useEffect(() => {
    const leave = setTimeout(() => finish(), SEEN_MS)
    return () => clearTimeout(leave)
  }, [finish])

  return <Waiting title={t('activate.success')} lead={t('activate.successText')} />
}
