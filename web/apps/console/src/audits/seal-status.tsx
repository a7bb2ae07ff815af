import { exactTime } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { chainQuery } from './audits.queries'
import { useT } from './audits.texts'

/** Until when the audit log is sealed. The page also works without this information. */
export function SealStatus() {
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
