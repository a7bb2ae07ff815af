import { useEffect, useRef } from 'react'

/**
 * Runs when the component is finally unmounted. React's strict mode unmounts and remounts every component once, which
 * does not count.
 */
export function useUnmount(onUnmount: () => void): void {
  const latest = useRef(onUnmount)
  latest.current = onUnmount
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    return () => {
      timer.current = setTimeout(() => latest.current())
    }
  }, [])
}
