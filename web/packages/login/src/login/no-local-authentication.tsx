import { useLogin } from '../context'
import { ReadOnlyEmail } from '../form/email-field'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { useT } from '../texts'
import type { StepProps } from './facts'

/** The vendor allows single sign-on only, and none is configured for this address. */
export function NoLocalAuthentication({ facts: { email }, go }: StepProps<'email'>) {
  const t = useT()
  const { settings } = useLogin()
  const product = settings.vendor.name
  return (
    <Step title={t('login.onlySso')} lead={product ? t('login.onlySsoTextOf', { product }) : t('login.onlySsoText')}>
      <div className={frame.actions}>
        <ReadOnlyEmail email={email} onChange={() => go('preLogin')} />
      </div>
    </Step>
  )
}
