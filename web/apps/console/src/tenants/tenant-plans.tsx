import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, formatDay } from '@gatehouse/ui'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entitlement, Tenant } from '../wire'
import { DetailsPart, PartRow } from './details-part'
import { takePlan } from './parts.actions'
import { plansGivenQuery } from './parts.queries'
import { PlanDialog } from './plan-dialog'
import { useT } from './tenants.texts'

/** Plans that apply to all users of the tenant. */
export function TenantPlans({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.entitlements')
  const take = useAction(takePlan)
  const query = useQuery(plansGivenQuery(useApi(), tenant.id))
  const [open, setOpen] = useState<'give' | Entitlement>()
  const nameOf = ({ plan }: Entitlement) => plan?.name ?? t('plans.unknown')
  const { name } = tenant
  return (
    <>
      <DetailsPart
        title={t('plans.title')}
        query={query}
        none={t('plans.none')}
        add={canChange && { label: t('plans.give'), onClick: () => setOpen('give') }}
        rowsOf={(plans) =>
          plans.map((given) => (
            <PartRow
              key={given.id}
              name={nameOf(given)}
              about={
                given.expirationDate
                  ? t('plans.until', { day: formatDay(new Date(given.expirationDate)) })
                  : t('plans.open')
              }
              menu={
                canChange && {
                  label: t('plans.take', { plan: nameOf(given) }),
                  actions: [
                    {
                      label: t('plans.take', { plan: nameOf(given) }),
                      icon: IconTrash,
                      onClick: () => setOpen(given),
                      danger: true,
                    },
                  ],
                }
              }
            />
          ))
        }
      />
      {open === 'give' && <PlanDialog tenant={tenant} onClose={() => setOpen(undefined)} />}
      {open && open !== 'give' && (
        <ConfirmDialog
          opened
          onClose={() => setOpen(undefined)}
          onConfirm={() => take.run({ tenant, given: open })}
          title={t('plans.takeTitle', { plan: nameOf(open), name })}
          verb={t('plans.take', { plan: nameOf(open) })}
        >
          {t('plans.takeText', { name })}
        </ConfirmDialog>
      )}
    </>
  )
}
