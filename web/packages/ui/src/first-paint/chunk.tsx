import { useEffect, useState } from 'react'
import { i18n, loadTexts } from '../i18n'
import { Failure, type Trouble } from './failure'
import { diagnoseFailure, reloadIfReachable, reloadWhenOnline } from './recovery'

/** A chunk that failed to load; `ErrorState` and `ErrorBoundary` offer a reload. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'

  constructor(cause: unknown) {
    super('A chunk of the app could not be loaded', { cause })
  }
}

/**
 * Loads a chunk and its translated texts, so that they do not appear in English first. Use it around every `import()`:
 * `lazy(() => loadChunk(() => import('./page')))`.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const chunk = await load()
    await loadTexts(i18n.language)
    return chunk
  } catch (cause) {
    throw new ChunkLoadError(cause)
  }
}

/** Shown in place of a missing chunk: the reason and a retry button. Reloads by itself when the network returns. */
export function ChunkFailure({ size = 'block' }: { readonly size?: 'block' | 'page' }) {
  const [trouble, setTrouble] = useState<Trouble | undefined>(navigator.onLine ? undefined : 'offline')
  useEffect(() => {
    let isShown = true
    void diagnoseFailure().then((found) => isShown && found !== 'reloading' && setTrouble(found))
    return () => {
      isShown = false
    }
  }, [])
  useEffect(() => (trouble === 'offline' ? reloadWhenOnline() : undefined), [trouble])
  const retry = async () => {
    if (!(await reloadIfReachable())) setTrouble('offline')
  }
  if (!trouble) return <div className="gh-failure" data-size={size} aria-busy />
  return <Failure trouble={trouble} size={size} onRetry={() => void retry()} />
}
