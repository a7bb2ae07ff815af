import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './shell.module.css'
import { useCompact } from './use-compact'

interface Props {
  readonly label: string
  readonly target: ReactNode
  readonly children: ReactNode
}

/** Opens on hover on large screens, on click on small ones; the keyboard opens it everywhere. */
export function Dropdown({ label, target, children }: Props) {
  const compact = useCompact()
  return (
    <Menu trigger={compact ? 'click' : 'click-hover'} openDelay={60} closeDelay={160} position="bottom-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.headerButton} aria-label={label}>
          {target}
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
