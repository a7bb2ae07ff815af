import { exactTime } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { chainQuery } from './audits.queries'
import { useT } from './audits.texts'

/** How far the log is sealed. The log is there without it. */
export function SealedUntil() {
  const t = useT()
  const { data } = useQuery(chainQuery(useApi()))
  if (!data) return null
  const when = exactTime(data.sealedUntil)
  if (data.isBehind) return <InlineAlert tone="warning">{t('behind', { when })}</InlineAlert>
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t('sealed', { when })}
    </Text>
  )
}
