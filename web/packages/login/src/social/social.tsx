import { ErrorBoundary, loadPart } from '@gatehouse/ui'
import { lazy, Suspense } from 'react'
import { useLogin } from '../context'
import type { SocialButtonsProps } from './social-buttons'

const SocialButtons = lazy(() =>
  loadPart(() => import('./social-buttons')).then((module) => ({ default: module.SocialButtons })),
)

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
