import { errorText, InlineAlert } from '@gatehouse/ui'
import { Anchor } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { resendActivation } from '../calls'
import { useLogin } from '../context'
import { useT } from '../texts'

interface VerifyFirstProps {
  readonly form: { readonly props: { readonly ref: RefObject<HTMLFormElement | null> } }
}

/** The password was right, but the address is not proven yet: have the mail sent again, here. */
export function VerifyFirst({ form }: VerifyFirstProps) {
  const t = useT()
  const { session } = useLogin()
  const [outcome, setOutcome] = useState<string>()
  const send = () => {
    const email = new FormData(form.props.ref.current ?? undefined).get('email')
    resendActivation(session.call, String(email)).then(
      () => setOutcome(t('login.resent')),
      (error: unknown) => setOutcome(errorText(error)),
    )
  }
  if (outcome) return <InlineAlert tone="info">{outcome}</InlineAlert>
  return (
    <InlineAlert tone="warning">
      {t('login.verifyFirst')}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={send}>
        {t('login.resend')}
      </Anchor>
    </InlineAlert>
  )
}
