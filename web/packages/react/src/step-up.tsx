import { decodeToken, isSteppedUp, leaveRedirect, MULTI_FACTOR } from '@gatehouse/sdk'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useSession, useSessionState, useWiring } from './context'

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

/** Sends the person to show a second factor, and back to where they are now. */
export function useStepUp(): (options?: StepUpOptions) => void {
  const session = useSession()
  const { stepUpUrl, navigate } = useWiring()
  return useCallback(
    ({ maxAge } = {}) => {
      const { href, storage } = session.environment
      leaveRedirect(href(), storage)
      if (session.mode === 'hosted') {
        const options = { acrValues: MULTI_FACTOR, ...(maxAge !== undefined && { maxAge }) }
        void session.authorizeUrl(options).then((url) => session.environment.navigate(url))
        return
      }
      const url = maxAge === undefined ? stepUpUrl : `${stepUpUrl}?maxAge=${maxAge}`
      setTimeout(() => navigate(url), REDIRECT_MS)
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
}

/** Only for somebody who is signed in and has shown two factors; asks for the second one otherwise. */
export function SteppedUpGuard({ children, fallback = null, isSilent = false, maxAge }: SteppedUpGuardProps) {
  const { status } = useSessionState()
  const isUp = useIsSteppedUp({ maxAge })
  const stepUp = useStepUp()
  const isAsking = status === 'authenticated' && !isUp && !isSilent

  useEffect(() => {
    if (isAsking) stepUp({ maxAge })
  }, [isAsking, stepUp, maxAge])

  return isUp ? children : fallback
}
