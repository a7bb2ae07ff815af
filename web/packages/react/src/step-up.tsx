import { type ApiError, decodeToken, isSteppedUp, MULTI_FACTOR, saveRedirect } from '@gatehouse/sdk'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useGatehouse, useSession, useSessionState } from './context'
import { useRedirect } from './use-redirect'

export interface StepUpOptions {
  /** Maximum age of the last MFA, in seconds; any age if omitted. */
  readonly maxAge?: number | undefined
}

const REDIRECT_MS = 200

/** Returns whether the user has completed MFA within `maxAge`. False when signed out. */
export function useIsSteppedUp({ maxAge }: StepUpOptions = {}): boolean {
  const { now } = useSession()
  const { accessToken } = useSessionState()
  return accessToken !== null && isSteppedUp(decodeToken(accessToken), maxAge, now())
}

/**
 * Returns a function that redirects to MFA and back to the current address. It rejects with an `ApiError` if the hosted
 * pages cannot be reached.
 */
export function useStepUp(): (options?: StepUpOptions) => Promise<void> {
  const start = useStartStepUp()
  return useCallback(async (options) => start(options ?? {}, new AbortController().signal), [start])
}

/** The browser is not redirected once the signal is aborted. */
function useStartStepUp() {
  const session = useSession()
  const { stepUpUrl, navigate } = useGatehouse()
  return useCallback(
    async ({ maxAge }: StepUpOptions, signal: AbortSignal) => {
      const { href, storage } = session.environment
      saveRedirect(href(), storage)
      if (session.mode === 'hosted') {
        // Strict mode aborts the first of two effects immediately: it must not store a pending login.
        await Promise.resolve()
        if (signal.aborted) return
        const options = { acrValues: MULTI_FACTOR, ...(maxAge !== undefined && { maxAge }) }
        const url = await session.authorizeUrl(options)
        if (!signal.aborted) session.environment.navigate(url)
        return
      }
      const url = maxAge === undefined ? stepUpUrl : `${stepUpUrl}?maxAge=${maxAge}`
      const timer = setTimeout(() => navigate(url), REDIRECT_MS)
      signal.addEventListener('abort', () => clearTimeout(timer))
    },
    [session, stepUpUrl, navigate],
  )
}

interface RequireStepUpProps extends StepUpOptions {
  readonly children: ReactNode
  /** Shown until the user has stepped up. */
  readonly fallback?: ReactNode
  /** False hides the content without redirecting to MFA. */
  readonly redirect?: boolean
  /** Rendered if the redirect failed. If omitted, the error goes to the nearest error boundary. */
  readonly renderError?: (error: ApiError, retry: () => void) => ReactNode
}

/** Renders its children only for signed-in users with recent MFA; redirects others to MFA. */
export function RequireStepUp({
  children,
  fallback = null,
  redirect = true,
  maxAge,
  renderError,
}: RequireStepUpProps): ReactNode {
  const { status } = useSessionState()
  const isSteppedUpNow = useIsSteppedUp({ maxAge })
  const needsRedirect = status === 'authenticated' && !isSteppedUpNow && redirect

  if (isSteppedUpNow) return children
  return needsRedirect ? <StepUpRedirect maxAge={maxAge} fallback={fallback} renderError={renderError} /> : fallback
}

function StepUpRedirect({
  maxAge,
  fallback,
  renderError,
}: Pick<RequireStepUpProps, 'maxAge' | 'fallback' | 'renderError'>) {
  const start = useStartStepUp()
  const redirect = useCallback((signal: AbortSignal) => start({ maxAge }, signal), [start, maxAge])
  const { failure, run } = useRedirect(redirect)
  useEffect(() => run(), [run])

  if (!failure) return fallback
  if (!renderError) throw failure
  return renderError(failure, run)
}
