import { InlineAlert, useSubmit } from '@gatehouse/ui'
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useLogin } from '../context'
import { useT } from '../texts'
import { resendActivation } from './calls'

/** The password is correct, but the email is not verified: offers to resend the mail. */
export function UnverifiedEmailNotice({ email }: { readonly email: string }) {
  const t = useT()
  const { session } = useLogin()
  const [isSent, setSent] = useState(false)
  const { failure, run } = useSubmit()
  const send = async () => setSent(await run(() => resendActivation(session.call, email)))

  if (isSent) return <InlineAlert tone="info">{t('login.resent')}</InlineAlert>
  return (
    <InlineAlert tone={failure ? 'danger' : 'warning'}>
      {failure ?? t('login.verifyFirst')}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={() => void send()}>
        {t('login.resend')}
      </Anchor>
    </InlineAlert>
  )
}
