import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { passing } from '../flow/flow'
import { useFlow } from '../flow/use-flow'
import { Outline } from '../frame/waiting'
import { step } from '../login/facts'
import { STEPS } from '../login/steps'
import { FinishSocial } from './finish-social'

const SOCIAL_STEPS = { ...STEPS, finishSocial: passing(step(FinishSocial)) }
const NOTHING_KNOWN = { email: '' }

/** The callback of social providers. MFA may follow, as after any sign-in. */
export function SocialPage() {
  const { step: at, Component, props } = useFlow({ steps: SOCIAL_STEPS, first: 'finishSocial', facts: NOTHING_KNOWN })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Suspense fallback={<Outline />}>
        <Component key={at} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
