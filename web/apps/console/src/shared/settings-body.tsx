import { failureOf, type Permission, SettingsSkeleton, usePermissions } from '@gatehouse/admin-portal/kit'
import { ErrorState } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Result = Parameters<typeof failureOf>[0] & { readonly refetch: () => unknown }

interface SettingsBodyProps {
  /** Queries that must succeed before the cards are shown. */
  readonly needs: readonly Result[]
  /** Without it, the cards are read-only and say so. */
  readonly change: Permission
  readonly readOnly: string
  readonly children: () => ReactNode
}

/** Cards of settings, with placeholders while they load and an error if they cannot. */
export function SettingsBody({ needs, change, readOnly, children }: SettingsBodyProps) {
  const canChange = usePermissions()(change)
  const failed = needs.find(failureOf)
  const isThere = needs.every(({ data }) => data !== undefined)
  return (
    <Stack gap="lg" maw={760}>
      {isThere && !canChange && <Text c="dimmed">{readOnly}</Text>}
      {failed ? (
        <ErrorState error={failureOf(failed)} onRetry={() => void failed.refetch()} />
      ) : isThere ? (
        children()
      ) : (
        <SettingsSkeleton fields={3} />
      )}
    </Stack>
  )
}
