import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Strength } from './rules'

type Estimator = (password: string, about: readonly string[]) => Strength

// Word lists of more than a hundred kilobytes compressed, fetched when the first password is typed, once for all fields.
const load = () => import('./estimate').then(({ strengthOf }): Estimator => strengthOf)

/** Undefined until there is something to say: before anything is typed, and while the word lists are on their way. */
export function useStrength(password: string, about: readonly string[] = []): Strength | undefined {
  const [estimate, setEstimate] = useState<Estimator>()
  // Typing goes on while a long password is looked at.
  const seen = useDeferredValue(password)
  const isTyped = password !== ''

  useEffect(() => {
    if (!isTyped || estimate) return
    // Without the lists there is no meter; the server decides anyway.
    load().then(
      (loaded) => setEstimate(() => loaded),
      (error: unknown) => console.warn('The strength of passwords is not shown:', error),
    )
  }, [isTyped, estimate])

  // As one text, because callers write the list anew each time they render.
  const known = about.join('\n')
  return useMemo(() => (seen === '' ? undefined : estimate?.(seen, [known])), [estimate, seen, known])
}
