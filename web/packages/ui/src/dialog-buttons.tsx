import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

/** The foot of a dialog: the way back first, what to do last. On a phone they have its width. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={classes.buttons}>
      {children}
    </Group>
  )
}
