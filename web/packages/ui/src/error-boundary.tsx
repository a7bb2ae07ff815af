import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ChunkFailure, ChunkLoadError } from './first-paint/chunk'
import { Failure } from './first-paint/failure'
import { browser } from './first-paint/recovery'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Replaces the default screen, except for a chunk that failed to load: only a reload helps then. */
  fallback?: (error: unknown, reset: () => void) => ReactNode
  /** For analytics and logs; the error is also written to the console. */
  onError?: (error: unknown, info: ErrorInfo) => void
  /** The boundary resets when it changes: pass the current path, so that leaving a broken page works. */
  resetKey?: string
  size?: 'block' | 'page'
}

interface State {
  error?: unknown
  failed: boolean
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.reset()
  }

  reset = () => this.setState({ failed: false, error: undefined })

  override render() {
    if (!this.state.failed) return this.props.children
    const isMissing = this.state.error instanceof ChunkLoadError
    if (this.props.fallback && !isMissing) return this.props.fallback(this.state.error, this.reset)
    const size = this.props.size ?? 'page'
    if (isMissing) return <ChunkFailure size={size} />
    return <Failure trouble="crashed" size={size} onRetry={() => browser.reload()} />
  }
}
