import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { useLogin } from '../context'
import { part } from '../part'
import type { SocialButtonsProps } from './social-buttons'

const SocialButtons = part(() => import('./social-buttons'), 'SocialButtons')

/** The social sign-in buttons, if any provider is enabled. */
export function Social(props: SocialButtonsProps) {
  const { social } = useLogin().settings
  if (social.length === 0) return null
  return (
    <ErrorBoundary size="block">
      <Suspense fallback={null}>
        <SocialButtons {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
