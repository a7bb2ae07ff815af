import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { useLogin } from '../context'
import { useFlow } from '../flow/use-flow'
import { CardSkeleton } from '../frame/loading-card'
import { defineStep } from '../login/facts'
import { STEPS } from '../login/steps'
import { OpenMagicLink } from './open-magic-link'

const MAGIC_LINK_STEPS = { ...STEPS, openMagicLink: defineStep(OpenMagicLink) }

/** Opened from a magic link. MFA may follow, as after any sign-in. */
export function MagicLinkPage() {
  const { email } = useLogin()
  const { step: at, Component, props } = useFlow({ steps: MAGIC_LINK_STEPS, first: 'openMagicLink', facts: { email } })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Suspense fallback={<CardSkeleton />}>
        <Component key={at} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
