import { useEffect, useRef } from 'react'

/**
 * Runs when the component is gone for good. React's strict mode takes every component away once and brings it back at
 * once: what was made for it must survive that.
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
