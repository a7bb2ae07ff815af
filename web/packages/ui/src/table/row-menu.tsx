import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import classes from './data-table.module.css'
import type { RowAction } from './types'

/** Always in the page for keyboard and touch; mice see it when hovering the row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={label} className={classes.menu}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: action, icon: Icon, onClick, danger, disabled }) => (
          <Menu.Item
            key={action}
            onClick={onClick}
            disabled={disabled}
            color={danger ? 'red' : undefined}
            leftSection={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
          >
            {action}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
