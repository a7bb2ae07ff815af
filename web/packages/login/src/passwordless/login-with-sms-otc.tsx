import { PageLink } from '../frame/page-link'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { LoginWithCode } from './login-with-code'

/** Signs in with a code by text message. The answer does not reveal whether the account has a phone number. */
export function LoginWithSmsOtc({ facts, go, setFacts }: StepProps<'email'>) {
  const t = useT()
  const { number, email } = facts
  return (
    <LoginWithCode
      method="smscode"
      title={t('passwordless.sms')}
      lead={number ? t('passwordless.smsSent', { number }) : t('passwordless.smsSentSomewhere')}
      hint={t('resend.lostMessage')}
      footer={
        <>
          {t('passwordless.otherPhone')} <PageLink to="resetPhoneNumberUrl">{t('passwordless.resetPhone')}</PageLink>
        </>
      }
      user={{ email }}
      {...{ go, setFacts }}
    />
  )
}
