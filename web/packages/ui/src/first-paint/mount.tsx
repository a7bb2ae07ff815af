import { type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../error-boundary'

interface MountOptions {
  readonly app: ReactNode
  /** The outline that is already in the page, so that nothing shifts while chunks load. */
  readonly outline: ReactNode
}

/** Mounts the app into the page, inside an error boundary. */
export function mount({ app, outline }: MountOptions): void {
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
