import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { readState } from '../shared/table-state'
import type { ListMode } from '../wire'
import { ipListQuery, ipTable } from './ip.queries'
import { useT } from './security.texts'

/** What the list does to people while it is on. */
export function IpConsequence({ mode }: { mode: ListMode }) {
  const t = useT()
  const { data } = useQuery(ipListQuery(useApi(), mode, readState(ipTable, {})))
  if (!data) return null
  if (data.total === 0) return <InlineAlert tone="warning">{t('ip.empty')}</InlineAlert>
  return <InlineAlert>{t(mode === 'ALLOW' ? 'ip.refuses' : 'ip.blocks')}</InlineAlert>
}
