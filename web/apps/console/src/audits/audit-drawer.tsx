import { DetailsDrawer, descriptionOf, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useConsoleContext } from '../use-console-context'
import { AuditDetails } from './audit-details'
import { auditQuery } from './audits.queries'
import { useT } from './audits.texts'

export function AuditDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { queryClient } = useConsoleContext()
  const entry = useQuery(auditQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={entry.data ? descriptionOf(entry.data) : t('drawer.title')}
      query={entry}
      tablePath="/audits"
      gone={{ drawing: 'list', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown) => <AuditDetails entry={shown} />}
    </DetailsDrawer>
  )
}
