import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { PageLink } from '../frame/page-link'
import { Step } from '../frame/step'
import type { Invitation } from '../invitation'
import { lazyChunk } from '../lazy-chunk'
import { useT } from '../texts'
import type { StepProps } from './facts'
import { Notices } from './notices'

const SecondaryMethods = lazyChunk(() => import('../passkeys/secondary-methods'), 'SecondaryMethods')

interface SignInStepProps {
  readonly invitation: Invitation
  readonly go: StepProps['go']
  readonly children: ReactNode
}

/** The first card: sign in to the product, or join the tenant of an invitation link. */
export function SignInStep({ invitation: { tenant, isInvalid }, go, children }: SignInStepProps) {
  const t = useT()
  const { allowSignups, passkeys, quickSms, social, vendor } = useLogin().settings
  // The social buttons already have a divider.
  const hasSocial = social.length > 0
  const product = vendor.name
  const title = tenant ? t('login.titleJoin', { tenant }) : product ? t('login.titleTo', { product }) : t('login.title')
  const signUp = (
    <>
      {t('login.newHere')} <PageLink to="signUpUrl">{t('login.signUp')}</PageLink>
    </>
  )
  return (
    <Step title={title} footer={allowSignups && signUp}>
      <Notices isInvitationInvalid={isInvalid} />
      {children}
      {(passkeys || quickSms) && (
        <div className={frame.actions} data-joined={hasSocial || undefined}>
          {!hasSocial && <div className={frame.rule}>{t('social.or')}</div>}
          {/* Reserves the button's space, so that the layout does not shift. */}
          <Suspense fallback={<Button variant="default" fullWidth loading />}>
            <SecondaryMethods go={go} />
          </Suspense>
        </div>
      )}
    </Step>
  )
}
