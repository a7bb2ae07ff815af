import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { skippedInHistory } from '../flow/flow'
import { useFlow } from '../flow/use-flow'
import { CardSkeleton } from '../frame/loading-card'
import { defineStep } from '../login/facts'
import { STEPS } from '../login/steps'
import { FinishSocial } from './finish-social'

const SOCIAL_STEPS = { ...STEPS, finishSocial: skippedInHistory(defineStep(FinishSocial)) }
const NO_FACTS = { email: '' }

/** The callback of social providers. MFA may follow, as after any sign-in. */
export function SocialPage() {
  const { step: at, Component, props } = useFlow({ steps: SOCIAL_STEPS, first: 'finishSocial', facts: NO_FACTS })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Suspense fallback={<CardSkeleton />}>
        <Component key={at} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
