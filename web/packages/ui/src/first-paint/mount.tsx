import { type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../error-boundary'

interface Mounted {
  readonly app: ReactNode
  /** What stands in the page already, so that nothing jumps while the app's parts come. */
  readonly outline: ReactNode
}

/** Puts the app into the page. Whatever breaks in it, something readable stands there. */
export function mount({ app, outline }: Mounted): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root element')
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <Suspense fallback={outline}>{app}</Suspense>
      </ErrorBoundary>
    </StrictMode>,
  )
}
