import { Button, Stack, Text } from '@mantine/core'
import { createContext, useContext } from 'react'
import { Drawing } from './drawings'
import { errorReference, errorText } from './errors'
import { ChunkFailure, ChunkLoadError } from './first-paint/chunk'
import classes from './states.module.css'
import { useT } from './texts'

/** Who can grant a missing permission. By default, an administrator of the user's organization. */
export const PermissionHelp = createContext<string | undefined>(undefined)

interface ErrorStateProps {
  error?: unknown
  title?: string
  /** Replaces the error's own text. */
  description?: string
  onRetry?: () => void
  retryLabel?: string
  /** `page` is centered in the window. */
  size?: 'block' | 'page'
}

/**
 * Shows what failed to load, why, and a retry button, unless the user lacks permission. A chunk that failed to load has
 * its own screen.
 */
export function ErrorState({ error, title, description, onRetry, retryLabel, size = 'block' }: ErrorStateProps) {
  const t = useT()
  const permissionHelp = useContext(PermissionHelp)
  if (error instanceof ChunkLoadError) return <ChunkFailure size={size} />
  if (isPermissionError(error)) {
    return (
      <ErrorState
        title={title ?? t('error.refused')}
        description={permissionHelp ?? t('error.refusedHelp')}
        size={size}
      />
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

const isPermissionError = (error: unknown) => error instanceof Error && 'status' in error && error.status === 403
