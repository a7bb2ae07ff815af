import { SectionTable } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useSellsLicenses } from '../shared/sells-licenses'
import { differencesQuery, differencesTable } from './differences.queries'
import { useT } from './differences.texts'
import { useColumns } from './use-columns'
import { useDifferenceActions } from './use-difference-actions'

/** Subscriptions that differ between the payment provider and Gatehouse. */
export function DifferencesTab() {
  const t = useT()
  const api = useApi()
  const sellsLicenses = useSellsLicenses()
  const { actionsFor, dialog } = useDifferenceActions()
  return (
    <>
      <SectionTable
        id="console-differences"
        label={t('title')}
        table={differencesTable}
        query={(state) => differencesQuery(api, state)}
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
