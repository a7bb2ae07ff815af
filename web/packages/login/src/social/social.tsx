import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { useLogin } from '../context'
import { part } from '../part'
import type { SocialButtonsProps } from './social-buttons'

const SocialButtons = part(() => import('./social-buttons'), 'SocialButtons')

/** The providers' buttons, where there are any; without them the form is whole. */
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
