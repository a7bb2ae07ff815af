import { useEffect, useRef } from 'react'

/**
 * Runs when the component is finally unmounted. React's strict mode unmounts and remounts every component once, which
 * does not count.
 */
export function useDisposal(dispose: () => void): void {
  const latest = useRef(dispose)
  latest.current = dispose
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(due.current)
    return () => {
      due.current = setTimeout(() => latest.current())
    }
  }, [])
}
