import { t } from '../texts'

/** Why the app or a chunk of it cannot be shown: no network, a chunk that does not load, or a crash. */
export type Trouble = 'offline' | 'missing' | 'crashed'

interface FailureProps {
  readonly trouble: Trouble
  /** `page` is centered in the window. */
  readonly size?: 'block' | 'page'
  readonly onRetry?: () => void
}

/** Shows a failure and a retry button. Uses plain elements, because nothing else may have loaded. */
export function Failure({ trouble, size = 'block', onRetry }: FailureProps) {
  return (
    <div role="alert" className="gh-failure" data-size={size}>
      <p className="gh-failure-title">{t(`chunk.${trouble}Title`)}</p>
      <p className="gh-failure-text">{t(`chunk.${trouble}`)}</p>
      <button type="button" className="gh-failure-button" onClick={onRetry}>
        {t('error.retry')}
      </button>
    </div>
  )
}
