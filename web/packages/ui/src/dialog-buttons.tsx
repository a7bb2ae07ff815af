import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

/** The buttons of a dialog: cancel first, the action last. On phones they fill its width. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={classes.buttons}>
      {children}
    </Group>
  )
}
