import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Strength } from './rules'

type Estimator = (password: string, about: readonly string[]) => Strength

// More than 100 kB of compressed word lists, loaded once when the first password is typed.
const loadEstimator = () => import('./estimate').then(({ estimateStrength }): Estimator => estimateStrength)

/** Returns the strength; undefined before anything is typed and while the word lists load. */
export function useStrength(password: string, about: readonly string[] = []): Strength | undefined {
  const [estimate, setEstimate] = useState<Estimator>()
  // Typing stays responsive while a long password is evaluated.
  const deferredPassword = useDeferredValue(password)
  const isTyped = password !== ''

  useEffect(() => {
    if (!isTyped || estimate) return
    // Without the lists there is no meter; the server validates anyway.
    loadEstimator().then(
      (loaded) => setEstimate(() => loaded),
      (error: unknown) => console.warn('The strength of passwords is not shown:', error),
    )
  }, [isTyped, estimate])

  // Joined, because callers pass a new array at each render.
  const known = about.join('\n')
  return useMemo(
    () => (deferredPassword === '' ? undefined : estimate?.(deferredPassword, [known])),
    [estimate, deferredPassword, known],
  )
}
