import { useSessionState } from '@gatehouse/react'
import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { useT } from './logout.texts'

export function AskLogout({ onConfirm }: { readonly onConfirm: () => void }) {
  const t = useT()
  const { session, settings, routes } = useLogin()
  const { user } = useSessionState()
  const product = settings.vendor.name
  const email = user?.email
  const cancel = () => session.environment.navigate(routes.authenticatedUrl, { replace: true })

  return (
    <Step
      title={product ? t('askOf', { product }) : t('ask')}
      lead={email ? <Emphasis text={t('askText', { email })} part={email} /> : t('askTextUnknown')}
    >
      <div className={frame.actions}>
        <Button fullWidth data-first onClick={onConfirm}>
          {t('submit')}
        </Button>
        <Button variant="default" fullWidth onClick={cancel}>
          {t('stay')}
        </Button>
      </div>
    </Step>
  )
}
