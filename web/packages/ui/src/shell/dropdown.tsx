import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { CompactContext } from './compact-context'
import classes from './header.module.css'

interface DropdownProps {
  /** For screen readers; `target` is visible. */
  readonly label: string
  readonly target: ReactNode
  readonly width?: number
  readonly children: ReactNode
}

/** Opens on hover on large screens and on click on small ones; the keyboard works everywhere. */
export function Dropdown({ label, target, width = 200, children }: DropdownProps) {
  const trigger = use(CompactContext) ? 'click' : 'click-hover'
  return (
    <Menu trigger={trigger} openDelay={60} closeDelay={160} position="bottom-end" width={width}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={label}>
          {target}
          <IconChevronDown size={16} className={classes.arrow} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
