import { useEffect, useState } from 'react'

export type Loaded<T> = { readonly value?: T; readonly error?: unknown }

/** Loads once when the page opens. `load` must be stable between renders. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({})
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
