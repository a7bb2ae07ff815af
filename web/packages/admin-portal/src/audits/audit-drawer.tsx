import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { descriptionOf } from '../shared/description-of'
import { DetailsDrawer } from '../shared/details-drawer'
import { useParams, usePortalContext } from '../shared/router'
import { AuditDetails } from './audit-details'
import { auditQuery } from './audits.queries'
import { useT } from './audits.texts'

export function AuditDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { queryClient } = usePortalContext()
  const audit = useQuery(auditQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={audit.data ? descriptionOf(audit.data) : t('drawer.title')}
      query={audit}
      tablePath="/audits"
      gone={{ drawing: 'list', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown) => <AuditDetails audit={shown} />}
    </DetailsDrawer>
  )
}
