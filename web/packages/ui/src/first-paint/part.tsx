import { useEffect, useState } from 'react'
import { i18n, loadTexts } from '../i18n'
import { Failure, type Trouble } from './failure'
import { findTrouble, tryAgain, tryWhenBack } from './recovery'

/** A part of the app that could not be fetched; `ErrorState` and `ErrorBoundary` know what to do about it. */
export class PartMissingError extends Error {
  override readonly name = 'PartMissingError'

  constructor(cause: unknown) {
    super('A part of the app could not be loaded', { cause })
  }
}

/** Around every `import()`: `lazy(() => loadPart(() => import('./page')))`. It comes with its texts, so that nobody
 * reads it in English first. */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const part = await load()
    await loadTexts(i18n.language)
    return part
  } catch (cause) {
    throw new PartMissingError(cause)
  }
}

/** In the place of what is missing: why, and another try. Comes back by itself when the network does. */
export function PartFailure({ size = 'block' }: { readonly size?: 'block' | 'page' }) {
  const [trouble, setTrouble] = useState<Trouble | undefined>(navigator.onLine ? undefined : 'offline')
  useEffect(() => {
    let isShown = true
    void findTrouble().then((found) => isShown && found !== 'reloading' && setTrouble(found))
    return () => {
      isShown = false
    }
  }, [])
  useEffect(() => (trouble === 'offline' ? tryWhenBack() : undefined), [trouble])
  const retry = async () => {
    if (!(await tryAgain())) setTrouble('offline')
  }
  if (!trouble) return <div className="gh-failure" data-size={size} aria-busy />
  return <Failure trouble={trouble} size={size} onRetry={() => void retry()} />
}
