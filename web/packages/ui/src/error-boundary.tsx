import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from './error-state'
import { t } from './texts'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Replaces the default screen. */
  fallback?: (error: unknown, reset: () => void) => ReactNode
  /** For analytics and logs; the error is written to the console anyway. */
  onError?: (error: unknown, info: ErrorInfo) => void
  /** When it changes the boundary tries again: give it the current path, so that leaving a broken page works. */
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
    if (this.props.fallback) return this.props.fallback(this.state.error, this.reset)
    return (
      <ErrorState
        error={this.state.error}
        size={this.props.size ?? 'page'}
        title={t('error.crashed')}
        description={t('error.crashedHelp')}
        retryLabel={t('error.reload')}
        onRetry={() => window.location.reload()}
      />
    )
  }
}
