import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { PageLink } from '../frame/page-link'
import { Step } from '../frame/step'
import type { Invitation } from '../invitation'
import { part } from '../part'
import { useT } from '../texts'
import type { StepProps } from './facts'
import { Notices } from './notices'

const OtherWays = part(() => import('../passkeys/other-ways'), 'OtherWays')

interface SignInStepProps {
  readonly invitation: Invitation
  readonly go: StepProps['go']
  readonly children: ReactNode
}

/** The first card: sign in to the product, or join the tenant of an invitation link. */
export function SignInStep({ invitation: { tenant, isDead }, go, children }: SignInStepProps) {
  const t = useT()
  const { allowSignups, passkeys, quickSms, social, vendor } = useLogin().settings
  // The social buttons already have a divider.
  const isJoined = social.length > 0
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
      {(passkeys || quickSms) && (
        <div className={frame.actions} data-joined={isJoined || undefined}>
          {!isJoined && <div className={frame.rule}>{t('social.or')}</div>}
          {/* Reserves the button's space, so that the layout does not shift. */}
          <Suspense fallback={<Button variant="default" fullWidth loading />}>
            <OtherWays go={go} />
          </Suspense>
        </div>
      )}
    </Step>
  )
}
