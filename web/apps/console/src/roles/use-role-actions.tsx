import { useEditAndDelete } from '@gatehouse/admin-portal/kit'
import type { Role } from '../wire'
import { RoleDialog } from './role-dialog'
import { deleteRole } from './roles.actions'
import { useT } from './roles.texts'

/** Actions for a role. The administrator role cannot be deleted, because every tenant needs it. */
export function useRoleActions(onDeleted?: () => void) {
  const t = useT()
  return useEditAndDelete<Role>({
    change: 'vendor.write.roles',
    t,
    editor: (role, close) => <RoleDialog role={role} onClose={close} />,
    deletion: { action: deleteRole, keeps: ({ key }) => key === 'Admin' },
    onDeleted,
  })
}
