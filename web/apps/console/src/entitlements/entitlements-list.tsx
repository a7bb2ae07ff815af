import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, RelativeTime, RowMenu } from '@gatehouse/ui'
import { useState } from 'react'
import { takePlan } from './entitlements.actions'
import type { Row } from './entitlements.queries'
import { useT } from './entitlements.texts'
import classes from './entitlements-list.module.css'
import { ExpiryDialog } from './expiry-dialog'

export function EntitlementsList({ rows }: { readonly rows: readonly Row[] }) {
  const t = useT()
  const take = useAction(takePlan)
  const [open, setOpen] = useState<{ dialog: 'end' | 'take'; row: Row }>()
  const close = () => setOpen(undefined)
  return (
    <div className={classes.section}>
      <div className={classes.frame}>
        <table className={classes.table} aria-label={t('title')}>
          <thead>
            <tr>
              {(['tenant', 'grantedTo', 'plan', 'ends', 'created'] as const).map((column) => (
                <th key={column}>{t(`columns.${column}`)}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <EntitlementRow key={row.id} row={row} onOpen={(dialog) => setOpen({ dialog, row })} />
            ))}
          </tbody>
        </table>
      </div>
      {open?.dialog === 'end' && <ExpiryDialog row={open.row} onClose={close} />}
      {open?.dialog === 'take' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => take.run(open.row)}
          title={t('delete.title', { plan: open.row.plan?.name ?? '', tenant: open.row.tenantName })}
          verb={t('delete.verb')}
        >
          {t('delete.text')}
        </ConfirmDialog>
      )}
    </div>
  )
}

interface EntitlementRowProps {
  readonly row: Row
  readonly onOpen: (dialog: 'end' | 'take') => void
}

function EntitlementRow({ row, onOpen }: EntitlementRowProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.entitlements')
  const { tenantName: tenant, expirationDate: ends } = row
  const plan = row.plan?.name ?? ''
  return (
    <tr>
      <td>{tenant}</td>
      <td data-label={t('columns.grantedTo')} title={row.userId ?? undefined}>
        {t(row.userId ? 'oneUser' : 'allUsers')}
      </td>
      <td data-label={t('columns.plan')}>{plan}</td>
      <td data-label={t('columns.ends')}>{ends ? <RelativeTime value={ends} utc /> : t('never')}</td>
      <td data-label={t('columns.created')}>
        <RelativeTime value={row.createdAt} />
      </td>
      <td className={classes.actions}>
        {canChange && (
          <RowMenu
            label={t('actions', { plan, tenant })}
            actions={[
              { label: t('edit.action'), onClick: () => onOpen('end') },
              { label: t('delete.action'), onClick: () => onOpen('take'), danger: true },
            ]}
          />
        )}
      </td>
    </tr>
  )
}
