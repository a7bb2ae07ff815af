import type { ReactNode } from 'react'
import { useLogin } from '../context'
import { PageLink } from '../frame/page-link'
import { Step } from '../frame/step'
import type { Invitation } from '../invitation'
import { useT } from '../texts'
import { Notices } from './notices'

interface SignInStepProps {
  readonly invitation: Invitation
  readonly children: ReactNode
}

/** The card that people arrive at, to sign in to the product or to join the tenant whose invite link brought them. */
export function SignInStep({ invitation: { tenant, isDead }, children }: SignInStepProps) {
  const t = useT()
  const { allowSignups, vendor } = useLogin().settings
  const product = vendor.name
  const title = tenant ? t('login.titleJoin', { tenant }) : product ? t('login.titleTo', { product }) : t('login.title')
  const signUp = (
    <>
      {t('login.newHere')} <PageLink to="signUpUrl">{t('login.signUp')}</PageLink>
    </>
  )
  return (
    <Step title={title} footer={allowSignups && signUp}>
      <Notices isInvitationDead={isDead} />
      {children}
    </Step>
  )
}
