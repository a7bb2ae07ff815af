import { t } from '../texts'

/** What keeps the app, or a part of it, from being shown: no network, a part that does not come, or a fault in it. */
export type Trouble = 'offline' | 'missing' | 'crashed'

interface FailureProps {
  readonly trouble: Trouble
  /** `page` stands in the middle of the window. */
  readonly size?: 'block' | 'page'
  readonly onRetry?: () => void
}

/** Says what is wrong and offers another try. Plain elements: it has to stand where nothing else has loaded. */
export function Failure({ trouble, size = 'block', onRetry }: FailureProps) {
  return (
    <div role="alert" className="gh-failure" data-size={size}>
      <p className="gh-failure-title">{t(`part.${trouble}Title`)}</p>
      <p className="gh-failure-text">{t(`part.${trouble}`)}</p>
      <button type="button" className="gh-failure-button" onClick={onRetry}>
        {t('error.retry')}
      </button>
    </div>
  )
}
