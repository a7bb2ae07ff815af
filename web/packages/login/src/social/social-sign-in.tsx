import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { useLogin } from '../context'
import { lazyChunk } from '../lazy-chunk'
import type { SocialButtonsProps } from './social-buttons'

const SocialButtons = lazyChunk(() => import('./social-buttons'), 'SocialButtons')

/** The social sign-in buttons, if any provider is enabled. */
export function SocialSignIn(props: SocialButtonsProps) {
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
