import { localPage, useEditAndDelete } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import type { Column } from '@gatehouse/ui'
import { useMemo } from 'react'
import { ActionTable } from '../shared/action-table'
import type { Plan } from '../wire'
import { NotForSaleNotice } from './not-for-sale-notice'
import { PlanDialog } from './plan-dialog'
import { deletePlan } from './plans.actions'
import { plansQuery, plansTable } from './plans.queries'
import { useT } from './plans.texts'
import { useCreatePlan } from './use-create-plan'

const READING = {
  text: ({ name, description, key }: Plan) => `${name} ${description} ${key}`,
  sorts: { name: ({ name }: Plan) => name, key: ({ key }: Plan) => key },
  filters: {},
}

export function PlansTab() {
  const t = useT()
  const api = useApi()
  const actions = useEditAndDelete<Plan>({
    change: 'vendor.write.entitlements',
    t,
    editor: (plan, close) => <PlanDialog plan={plan} onClose={close} />,
    deletion: { action: deletePlan },
  })
  const create = useCreatePlan()
  return (
    <>
      <NotForSaleNotice />
      <ActionTable
        id="plans"
        label={t('title')}
        table={plansTable}
        query={(state) => ({ ...plansQuery(api), select: (all: Plan[]) => localPage(all, state, READING) })}
        columns={useColumns()}
        searchLabel={t('search')}
        actions={actions}
        empty={{ drawing: 'card', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
      {create.dialog}
    </>
  )
}

function useColumns(): Column<Plan>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: ({ name }) => name },
      { id: 'key', header: t('columns.key'), sortable: true, wrap: true, cell: ({ key }) => <code>{key}</code> },
      { id: 'features', header: t('columns.features'), align: 'end', cell: ({ featureKeys }) => featureKeys.length },
      {
        id: 'lasts',
        header: t('columns.lasts'),
        cell: ({ defaultTimeLimitation: days }) => (days ? t('days', { count: days }) : t('forGood')),
      },
      {
        id: 'given',
        header: t('columns.given'),
        cell: ({ assignOnSignup }) => t(assignOnSignup ? 'onSignup' : 'byHand'),
      },
    ],
    [t],
  )
}
