import { Button, Stack, Text } from '@mantine/core'
import { Drawing } from './drawings'
import { errorReference, errorText } from './errors'
import classes from './states.module.css'
import { useT } from './texts'

interface ErrorStateProps {
  error?: unknown
  title?: string
  /** Replaces the error's own text. */
  description?: string
  onRetry?: () => void
  retryLabel?: string
  /** `page` stands in the middle of the window. */
  size?: 'block' | 'page'
}

export function ErrorState({ error, title, description, onRetry, retryLabel, size = 'block' }: ErrorStateProps) {
  const t = useT()
  const reference = errorReference(error)
  return (
    <Stack role="alert" className={classes.state} data-size={size} align="center" justify="center" gap={4}>
      <span className={classes.drawing}>
        <Drawing name="broken" />
      </span>
      <Text fw={600} size="md" className={classes.title}>
        {title ?? t('error.title')}
      </Text>
      <div className={classes.text}>{description ?? errorText(error)}</div>
      {reference && <div className={classes.reference}>{t('error.reference', { id: reference })}</div>}
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            {retryLabel ?? t('error.retry')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
