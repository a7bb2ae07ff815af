import { useEffect } from 'react'
import { useLogin } from '../context'
import { LoadingCard } from '../frame/loading-card'
import { useT } from '../texts'

const REDIRECT_DELAY_MS = 1000

export function ActivateSuccess() {
  const t = useT()
  const { exit } = useLogin()

  useEffect(() => {
    const leave = setTimeout(() => exit(), REDIRECT_DELAY_MS)
    return () => clearTimeout(leave)
  }, [exit])

  return <LoadingCard title={t('activate.success')} lead={t('activate.successText')} />
}
