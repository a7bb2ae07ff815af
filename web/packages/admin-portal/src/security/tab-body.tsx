import { ErrorState } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Permission, usePermissions } from '../shared/permissions'
import { SettingsSkeleton } from '../shared/settings-form'
import { useT } from './security.texts'

interface Result {
  readonly data: unknown
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface TabBodyProps {
  /** What has to be there before anything shows. */
  readonly needs: readonly Result[]
  /** Who lacks it reads, and is told why nothing can be changed. */
  readonly change: Permission
  readonly children: () => ReactNode
}

/** The page of a tab: an outline while it loads, what went wrong, or its cards. */
export function TabBody({ needs, change, children }: TabBodyProps) {
  const t = useT()
  const canChange = usePermissions()(change)
  const failed = needs.find(({ data, error }) => error && data === undefined)
  const isThere = needs.every(({ data }) => data !== undefined)
  return (
    <Stack gap="lg" maw={720}>
      {isThere && !canChange && <Text c="dimmed">{t('onlyAdmins')}</Text>}
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isThere ? (
        children()
      ) : (
        <SettingsSkeleton fields={3} />
      )}
    </Stack>
  )
}
