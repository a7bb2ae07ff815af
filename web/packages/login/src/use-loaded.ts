import { useEffect, useState } from 'react'

export type Loaded<T> = { readonly value?: T; readonly error?: unknown }

/** One load when the page opens. `load` must not change between renders. */
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
