import { type Permission, usePermissions } from '@gatehouse/admin-portal/kit'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface CreateOptions {
  readonly label: string
  /** Who lacks it sees no button. */
  readonly permission: Permission
  readonly dialog: (close: () => void) => ReactNode
}

/** The button that makes one more, for the page's head and for the empty table, and its dialog. */
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
