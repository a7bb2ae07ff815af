import { useAction } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog } from '@gatehouse/ui'
import type { Application } from '../wire'
import { takeTenant } from './applications.actions'
import { useT } from './applications.texts'

interface UnassignTenantDialogProps {
  readonly application: Application
  readonly tenant: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Asks before a tenant loses an application, and says which users lose access. */
export function UnassignTenantDialog({ application, tenant, onClose }: UnassignTenantDialogProps) {
  const t = useT()
  const take = useAction(takeTenant)
  const { name } = tenant
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => take.run({ appId: application.id, tenantId: tenant.id, name })}
      title={t('tenants.takeTitle', { name, application: application.name })}
      verb={t('tenants.takeVerb')}
    >
      {t(application.accessType === 'FREE_ACCESS' ? 'tenants.takeFree' : 'tenants.takeChosen', { name })}
    </ConfirmDialog>
  )
}
