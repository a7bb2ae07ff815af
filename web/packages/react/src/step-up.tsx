import { type ApiError, decodeToken, isSteppedUp, leaveRedirect, MULTI_FACTOR } from '@gatehouse/sdk'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useSession, useSessionState, useWiring } from './context'
import { useDeparture } from './departure'

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
  const begin = useBeginStepUp()
  return useCallback(async (options) => begin(options ?? {}, new AbortController().signal), [begin])
}

/** The browser is not redirected once the signal is aborted. */
function useBeginStepUp() {
  const session = useSession()
  const { stepUpUrl, navigate } = useWiring()
  return useCallback(
    async ({ maxAge }: StepUpOptions, signal: AbortSignal) => {
      const { href, storage } = session.environment
      leaveRedirect(href(), storage)
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

interface SteppedUpGuardProps extends StepUpOptions {
  readonly children: ReactNode
  /** Shown until the user has stepped up. */
  readonly fallback?: ReactNode
  /** Hides the content without asking for MFA. */
  readonly isSilent?: boolean
  /** Rendered if the redirect failed. If omitted, the error goes to the nearest error boundary. */
  readonly failed?: (error: ApiError, retry: () => void) => ReactNode
}

/** Renders its children only for signed-in users with recent MFA; redirects others to MFA. */
export function SteppedUpGuard({ children, fallback = null, isSilent = false, maxAge, failed }: SteppedUpGuardProps) {
  const { status } = useSessionState()
  const isUp = useIsSteppedUp({ maxAge })
  const isAsking = status === 'authenticated' && !isUp && !isSilent

  if (isUp) return children
  return isAsking ? <ToStepUp maxAge={maxAge} fallback={fallback} failed={failed} /> : fallback
}

function ToStepUp({ maxAge, fallback, failed }: Pick<SteppedUpGuardProps, 'maxAge' | 'fallback' | 'failed'>) {
  const begin = useBeginStepUp()
  const leave = useCallback((signal: AbortSignal) => begin({ maxAge }, signal), [begin, maxAge])
  const { failure, run } = useDeparture(leave)
  useEffect(() => run(), [run])

  if (!failure) return fallback
  if (!failed) throw failure
  return failed(failure, run)
}
