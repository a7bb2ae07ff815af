import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import type { RowAction } from '@gatehouse/ui'
import {
  IconDownload,
  IconEdit,
  IconHistory,
  IconLogout,
  IconPlayerPause,
  IconPlayerPlay,
  IconSitemap,
  IconTrash,
  IconUserPlus,
  IconUserShare,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useT as useImpersonationTexts } from '../impersonation/impersonation.texts'
import { useImpersonateAction } from '../impersonation/use-impersonate-action'
import type { Tenant } from '../wire'
import { AuditRetentionDialog } from './audit-retention-dialog'
import { ConfirmTenantActionDialog } from './confirm-tenant-action-dialog'
import { DeleteDialog } from './delete-dialog'
import { InviteDialog } from './invite-dialog'
import { MoveDialog } from './move-dialog'
import { TenantDialog } from './tenant-dialog'
import { exportTenant, resumeTenant } from './tenants.actions'
import { useT } from './tenants.texts'

type Dialog = 'invite' | 'edit' | 'move' | 'retention' | 'endSessions' | 'suspend' | 'delete'

/** Actions for a tenant, for rows and for the details. */
export function useTenantActions(onDeleted?: () => void): {
  readonly actionsFor: (tenant: Tenant) => RowAction[]
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const [resume, save] = [useAction(resumeTenant), useAction(exportTenant)]
  const impersonation = useImpersonateAction()
  const impersonationTexts = useImpersonationTexts()
  const [open, setOpen] = useState<{ dialog: Dialog; tenant: Tenant }>()

  function actionsFor(tenant: Tenant): RowAction[] {
    const ask = (dialog: Dialog) => () => setOpen({ dialog, tenant })
    const [isOut, canChange] = [tenant.status === 'suspended', can('vendor.write.tenants')]
    const offers: (RowAction & { offered: boolean })[] = [
      {
        offered: canChange && isOut,
        label: t('resume.action'),
        icon: IconPlayerPlay,
        onClick: () => resume.start(tenant),
      },
      { offered: canChange, label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') },
      {
        offered: can('vendor.write.users') && !isOut,
        label: t('invite.action'),
        icon: IconUserPlus,
        onClick: ask('invite'),
      },
      {
        offered: impersonation.canImpersonate && can('vendor.read.users') && !isOut,
        label: impersonationTexts('action'),
        icon: IconUserShare,
        onClick: () => impersonation.impersonate({ tenant }),
      },
      { offered: canChange, label: t('move.action'), icon: IconSitemap, onClick: ask('move') },
      {
        offered: can('vendor.read.users'),
        label: t('export.action'),
        icon: IconDownload,
        onClick: () => save.start(tenant),
      },
      {
        offered: can('vendor.write.configuration'),
        label: t('retention.action'),
        icon: IconHistory,
        onClick: ask('retention'),
      },
      {
        offered: canChange && !isOut,
        label: t('endSessions.action'),
        icon: IconLogout,
        onClick: ask('endSessions'),
        danger: true,
      },
      {
        offered: canChange && !isOut,
        label: t('suspend.action'),
        icon: IconPlayerPause,
        onClick: ask('suspend'),
        danger: true,
      },
      { offered: canChange, label: t('actions.delete'), icon: IconTrash, onClick: ask('delete'), danger: true },
    ]
    return offers.filter(({ offered }) => offered)
  }

  const close = () => setOpen(undefined)
  return {
    actionsFor,
    dialog: (
      <>
        {open?.dialog === 'invite' && <InviteDialog tenant={open.tenant} onClose={close} />}
        {open?.dialog === 'edit' && <TenantDialog tenant={open.tenant} onClose={close} />}
        {open?.dialog === 'move' && <MoveDialog tenant={open.tenant} onClose={close} />}
        {open?.dialog === 'retention' && <AuditRetentionDialog tenant={open.tenant} onClose={close} />}
        {(open?.dialog === 'endSessions' || open?.dialog === 'suspend') && (
          <ConfirmTenantActionDialog question={open.dialog} tenant={open.tenant} onClose={close} />
        )}
        {impersonation.dialog}
        {open?.dialog === 'delete' && <DeleteDialog tenant={open.tenant} onClose={close} onDeleted={onDeleted} />}
      </>
    ),
  }
}
