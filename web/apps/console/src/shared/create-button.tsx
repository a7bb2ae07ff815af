import { type Permission, usePermissions } from '@gatehouse/admin-portal/kit'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface CreateOptions {
  readonly label: string
  /** Without it, the button is hidden. */
  readonly permission: Permission
  readonly dialog: (close: () => void) => ReactNode
}

/** Button and dialog that create a record, for the page header and the empty table. */
export function useCreate({ label, permission, dialog }: CreateOptions): {
  readonly button: ReactNode
  readonly dialog: ReactNode
} {
  const can = usePermissions()
  const [open, setOpen] = useState(false)
  const button = can(permission) && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
      {label}
    </Button>
  )
  return { button, dialog: open && dialog(() => setOpen(false)) }
}
