import { useEffect, useState } from 'react'

export type LoadResult<T> = { readonly value?: T; readonly error?: unknown }

/** Loads once when the page opens. `load` must be stable between renders. */
export function useLoad<T>(load: () => Promise<T>): LoadResult<T> {
  const [loaded, setLoaded] = useState<LoadResult<T>>({})
  useEffect(() => {
    let isCurrent = true
    load().then(
      (value) => isCurrent && setLoaded({ value }),
      (error: unknown) => isCurrent && setLoaded({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  return loaded
}
