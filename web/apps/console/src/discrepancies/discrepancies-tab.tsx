import { SectionTable } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useSellsLicenses } from '../shared/sells-licenses'
import { discrepanciesQuery, discrepanciesTable } from './discrepancies.queries'
import { useT } from './discrepancies.texts'
import { useColumns } from './use-columns'
import { useDiscrepancyActions } from './use-discrepancy-actions'

/** Subscriptions that differ between the payment provider and Gatehouse. */
export function DiscrepanciesTab() {
  const t = useT()
  const api = useApi()
  const sellsLicenses = useSellsLicenses()
  const { actionsFor, dialog } = useDiscrepancyActions()
  return (
    <>
      <SectionTable
        id="console-differences"
        label={t('title')}
        table={discrepanciesTable}
        query={(state) => discrepanciesQuery(api, state)}
        columns={useColumns()}
        rowLabel={({ subscriptionId }) => subscriptionId}
        rowActions={actionsFor}
        empty={{
          drawing: 'card',
          title: t('empty.title'),
          children: t(sellsLicenses ? 'empty.help' : 'empty.noProvider'),
        }}
      />
      {dialog}
    </>
  )
}
