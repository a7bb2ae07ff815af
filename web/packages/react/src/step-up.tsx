import { type ApiError, decodeToken, isSteppedUp, leaveRedirect, MULTI_FACTOR } from '@gatehouse/sdk'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useSession, useSessionState, useWiring } from './context'
import { useDeparture } from './departure'

export interface StepUpOptions {
  /** Seconds since the person last showed two factors; any time when left out. */
  readonly maxAge?: number | undefined
}

const REDIRECT_MS = 200

/** Whether the person has shown two factors, and lately enough. False for nobody. */
export function useIsSteppedUp({ maxAge }: StepUpOptions = {}): boolean {
  const { now } = useSession()
  const { accessToken } = useSessionState()
  return accessToken !== null && isSteppedUp(decodeToken(accessToken), maxAge, now())
}

/**
 * Sends the user to show a second factor, and back to where they are now. Rejects with an `ApiError` where the hosted pages
 * cannot be reached.
 */
export function useStepUp(): (options?: StepUpOptions) => Promise<void> {
  const begin = useBeginStepUp()
  return useCallback(async (options) => begin(options ?? {}, new AbortController().signal), [begin])
}

/** Until the signal is aborted, the browser is not sent anywhere. */
function useBeginStepUp() {
  const session = useSession()
  const { stepUpUrl, navigate } = useWiring()
  return useCallback(
    async ({ maxAge }: StepUpOptions, signal: AbortSignal) => {
      const { href, storage } = session.environment
      leaveRedirect(href(), storage)
      if (session.mode === 'hosted') {
        // Strict mode aborts the first of two effects at once: it must leave no pending login behind.
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
  /** What is there until then. */
  readonly fallback?: ReactNode
  /** Hides, and asks nobody for a second factor. */
  readonly isSilent?: boolean
  /** When the user could not be sent to show a second factor. Without it the error goes to the nearest error boundary. */
  readonly failed?: (error: ApiError, retry: () => void) => ReactNode
}

/** Only for somebody who is signed in and has shown two factors; asks for the second one otherwise. */
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
