import { Button, Stack, Text } from '@mantine/core'
import { createContext, useContext } from 'react'
import { Drawing } from './drawings'
import { errorReference, errorText } from './errors'
import { PartFailure, PartMissingError } from './first-paint/part'
import classes from './states.module.css'
import { useT } from './texts'

/** Who can let a person in that lacks the right to something. Left out, it is an administrator of their organization. */
export const RefusalHelp = createContext<string | undefined>(undefined)

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

/** What did not load, why, and another try; nothing to try again where somebody lacks the right. A missing part of the
 * app has its own way back. */
export function ErrorState({ error, title, description, onRetry, retryLabel, size = 'block' }: ErrorStateProps) {
  const t = useT()
  const refusalHelp = useContext(RefusalHelp)
  if (error instanceof PartMissingError) return <PartFailure size={size} />
  if (isRefusal(error)) {
    return (
      <ErrorState title={title ?? t('error.refused')} description={refusalHelp ?? t('error.refusedHelp')} size={size} />
    )
  }
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

const isRefusal = (error: unknown) => error instanceof Error && 'status' in error && error.status === 403
