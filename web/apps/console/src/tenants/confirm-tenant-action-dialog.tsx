import { useAction } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog } from '@gatehouse/ui'
import type { Tenant } from '../wire'
import { endSessions, suspendTenant } from './tenants.actions'
import { useT } from './tenants.texts'

const ACTIONS = { endSessions, suspend: suspendTenant }

interface QuestionDialogProps {
  /** The action to confirm; its texts have the same key. */
  readonly question: keyof typeof ACTIONS
  readonly tenant: Tenant
  readonly onClose: () => void
}

/** Asks for confirmation before an action on a tenant. */
export function ConfirmTenantActionDialog({ question, tenant, onClose }: QuestionDialogProps) {
  const t = useT()
  const action = useAction<Tenant, unknown>(ACTIONS[question])
  const { name } = tenant
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => action.run(tenant)}
      title={t(`${question}.title`, { name })}
      verb={t(`${question}.verb`)}
    >
      {t(`${question}.text`, { name })}
    </ConfirmDialog>
  )
}
